"""Define the sites and wards of the Northmere hospitals."""

from __future__ import annotations

SITES = {
    "STB": "St Brennan",
    "CAS": "Castle Row",
    "HAR": "Harbour General",
    "EAS": "Eastmoor",
    "WHI": "Whitlock Children's",
    "FEN": "Fenwick Rehabilitation",
}
ACUTE = ("STB", "CAS", "HAR", "EAS")
"""The sites with an emergency department for adults."""
BEDS = {"STB": 410, "CAS": 265, "HAR": 520, "EAS": 190, "WHI": 120, "FEN": 95}
"""The approximate number of funded beds by site."""
SPECIALTIES = ("Cardiology", "General medicine", "General surgery", "Geriatrics", "Orthopaedics", "Urology")
CODES = ", ".join(f"{code} {name}" for code, name in SITES.items())
