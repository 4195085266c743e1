import { lengthOf } from "./password-length";

/** Toggles the visibility of a password, and shows the length of a new one. Without script the fields are plain. */
export function runPasswordFields() {
  for (const frame of document.querySelectorAll<HTMLElement>("[data-password]:not([data-on])")) {
    const input = frame.querySelector("input");
    if (!input) continue;
    frame.dataset.on = "";
    offerShowing(frame, input);
    showLength(frame, input);
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
  // Submitted as a password field, so that the browser offers to save it, and does not suggest it elsewhere.
  input.form?.addEventListener("submit", () => show(false));
}

const pause = 400;

function showLength(frame: HTMLElement, input: HTMLInputElement) {
  const line = frame.querySelector<HTMLElement>("[data-length]");
  const [bar, words] = line?.children ?? [];
  if (!line || !bar || !words) return;
  const texts = (line.dataset.length ?? "").split("|");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    const level = lengthOf(input.value);
    line.hidden = !input.value;
    (bar as HTMLMeterElement).value = level + 1;
    clearTimeout(timer);
    // Announced when typing pauses, not at each character.
    timer = setTimeout(() => {
      words.textContent = input.value ? (texts[level] ?? "") : "";
    }, pause);
  };
  input.addEventListener("input", show);
  // Typed before the script ran.
  if (input.value) show();
}
