import { strengthOf } from "./password-strength";

/** Shows a password to who types it, and says how strong a new one is. Without script the fields are plain. */
export function runPasswordFields() {
  for (const frame of document.querySelectorAll<HTMLElement>("[data-password]:not([data-on])")) {
    const input = frame.querySelector("input");
    if (!input) continue;
    frame.dataset.on = "";
    offerShowing(frame, input);
    sayStrength(frame, input);
  }
}

function offerShowing(frame: HTMLElement, input: HTMLInputElement) {
  const button = frame.querySelector<HTMLButtonElement>("[data-show]");
  if (!button) return;
  const show = (shown: boolean) => {
    input.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
  };
  button.hidden = false;
  button.addEventListener("click", () => show(button.getAttribute("aria-pressed") !== "true"));
  // Sent as a password, so that the browser offers to keep it and not to complete it elsewhere.
  input.form?.addEventListener("submit", () => show(false));
}

const pause = 400;

function sayStrength(frame: HTMLElement, input: HTMLInputElement) {
  const line = frame.querySelector<HTMLElement>("[data-strength]");
  const [bar, words] = line?.children ?? [];
  if (!line || !bar || !words) return;
  const texts = (line.dataset.strength ?? "").split("|");
  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener("input", () => {
    const email = input.form?.elements.namedItem("email") as HTMLInputElement | null | undefined;
    const level = strengthOf(input.value, email?.value);
    line.hidden = !input.value;
    (bar as HTMLMeterElement).value = level + 1;
    clearTimeout(timer);
    // Read aloud when the typing rests, not at each sign.
    timer = setTimeout(() => {
      words.textContent = input.value ? (texts[level] ?? "") : "";
    }, pause);
  });
}
