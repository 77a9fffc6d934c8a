/* Display of the gateways with firmware 1 (schema 1): metric as in the message, digits after the point, unit behind the value. */

struct readout {
    const char *metric;
    int digits;
    const char *unit;
};

static const struct readout READOUTS[] = {
    {"air_temperature", 1, "C"},
    {"soil_moisture", 0, "%"},
    {"co2", 0, "ppm"},
    {"light", 0, "lux"},
    {"ph", 2, ""},
};
