import { draftStart } from "./draft-key";

/** Unsaved form values, as stored in this browser, without files and hidden fields. */
export type Draft = { at: string; version: number | null; answers: [name: string, value: string][] };

/** The most characters of a draft. */
const maxLength = 200_000;
const maxAge = 30 * 86_400_000;

/** Drafts of any person are deleted after a month. */
export function readDraft(key: string): Draft | null {
  const keys = Object.keys(localStorage).filter((one) => one.startsWith(draftStart));
  for (const one of keys) if (!(Date.now() - Date.parse(parsed(one)?.at ?? "") < maxAge)) forgetDraft(one);
  return parsed(key);
}

export function saveDraft(key: string, draft: Draft) {
  const text = JSON.stringify(draft);
  try {
    if (text.length <= maxLength) localStorage.setItem(key, text);
  } catch {
    // The storage is full: the form works without.
  }
}

export function forgetDraft(key: string) {
  localStorage.removeItem(key);
}

function parsed(key: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields that people fill in; not the switch of the language. */
function controlsOf(form: HTMLFormElement): Control[] {
  const typed = [...form.elements].filter((one) => one.matches("input, select, textarea")) as Control[];
  return typed.filter(({ name, type, dataset }) => name && !dataset.language && !["hidden", "file", "password"].includes(type));
}

const isTick = (control: Control): control is HTMLInputElement => control.type === "checkbox" || control.type === "radio";

export function answersIn(form: HTMLFormElement): Draft["answers"] {
  const given = controlsOf(form).filter((control) => !isTick(control) || control.checked);
  return given.map(({ name, value }) => [name, value]);
}

/** Whether a form equals a draft: then the draft has been saved. */
export function isSame(form: HTMLFormElement, { answers }: Draft): boolean {
  const written = (all: Draft["answers"]) =>
    all.flatMap(([name, value]) => (value.trim() ? [`${name}=${value.trim().replace(/\r\n?/g, "\n")}`] : []));
  return written(answersIn(form)).sort().join("\0") === written(answers).sort().join("\0");
}

/** Restores a draft as if it had been typed, so that the form's listeners are called. */
export function putBack(form: HTMLFormElement, { answers }: Draft) {
  const left = Map.groupBy(answers, ([name]) => name);
  for (const control of controlsOf(form)) {
    const values = left.get(control.name) ?? [];
    if (isTick(control)) control.checked = values.some(([, value]) => value === control.value);
    else control.value = values.shift()?.[1] ?? "";
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
