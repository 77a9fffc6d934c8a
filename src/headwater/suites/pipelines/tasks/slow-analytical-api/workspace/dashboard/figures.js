// Asks the figures API; used by all dashboards and by the form of the district offices.

const AGAIN_AFTER_MS = 5000;

export async function figures(page, { from, to, region, by }) {
  const asked = Object.entries({ from, to, region, by }).filter(([, value]) => value);
  const response = await fetch(`/api/${page}?${new URLSearchParams(asked)}`);
  const body = await response.json();
  if (response.status === 503) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    return figures(page, { from, to, region, by });
  }
  if (!response.ok) {
    throw new Error(body.error); // shown under the form
  }
  return body;
}

export function askedIn(form) {
  // Free text: the offices wanted no list.
  return { from: form.from.value, to: form.to.value, region: form.region.value.trim(), by: form.by.value };
}
