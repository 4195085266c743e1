/** Shows the fields of the guardian only when the date of birth is that of a minor who may join, or when they have a value. */
const fields = document.querySelector<HTMLFieldSetElement>("[data-guardian]");
const birth = fields?.form?.elements.namedItem("birthDate") as HTMLInputElement | null | undefined;

function isMinor(date: Date): boolean {
  const now = new Date();
  const had = now.getMonth() * 100 + now.getDate() >= date.getMonth() * 100 + date.getDate();
  const age = now.getFullYear() - date.getFullYear() - (had ? 0 : 1);
  return age >= 16 && age < 18;
}

function show() {
  if (!fields || !birth) return;
  const date = birth.value ? new Date(`${birth.value}T12:00:00`) : null;
  const filled = [...fields.querySelectorAll("input")].some(({ value }) => value !== "");
  fields.hidden = !filled && !(date && isMinor(date));
}

birth?.addEventListener("input", show);
show();
