import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { franceDay, hourText } from "#contract/formats/france-time";
import { Button } from "~/ui/button";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { answersIn, type Draft, forgetDraft, isSame, putBack, readDraft, saveDraft } from "./draft-store";
import { isSending } from "./leave-guard";
import { useStoredForms } from "./use-stored-forms";

export type SavedDraftProps = {
  form: RefObject<HTMLFormElement>;
  /** The version of the record that the form began with. */
  version?: number;
  /** Whether the form was returned by the server with its values. */
  answered: boolean;
  /** Distinguishes several forms of one path. */
  part?: string;
};

/** `edited`: whether a field was edited before this had loaded. */
type Props = SavedDraftProps & { storageKey: string; edited: boolean };

/** Stores the values of a form while they are edited, and offers a draft that is already stored. */
export function DraftSaving({ form, version, answered, storageKey: key, edited }: Props) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [offered, setOffered] = useState<Draft | null>(null);
  const { stored } = useStoredForms();
  useEffect(() => {
    const draft = readDraft(key);
    if (!draft || !form.current || answered || (stored && stored.form === form.current.id)) return;
    if (isSame(form.current, draft)) forgetDraft(key);
    else setOffered(draft);
  }, [key, form, answered, stored]);
  useAutoSave(form, key, { version: version ?? null, waiting: offered !== null, edited });
  if (!offered) return null;
  const answer = (resume: boolean) => {
    setOffered(null);
    if (resume && form.current) putBack(form.current, offered);
    else forgetDraft(key);
    form.current?.querySelector<HTMLElement>(".control")?.focus();
  };
  const at = new Date(offered.at);
  return (
    <div className="col-span-full grid gap-3 rounded-lg bg-primary-soft px-5 py-4" role="status">
      <p>
        {franceDay(at) === franceDay(new Date())
          ? t("forms.draft.today", { time: hourText(locale, at) })
          : t("forms.draft.earlier", { date: formatDate(locale, at, "time") })}{" "}
        {offered.version !== (version ?? null) && t("forms.draft.changed")}
      </p>
      <div className="actions">
        <Button type="button" small onClick={() => answer(true)}>
          {t("forms.draft.resume")}
        </Button>
        <Button type="button" small variant="line" onClick={() => answer(false)}>
          {t("forms.draft.forget")}
        </Button>
      </div>
    </div>
  );
}

const pause = 500;

type AutoSave = { version: number | null; waiting: boolean; edited: boolean };

/** Stores the values with a short delay, and deletes them when submitting the form has led to another page. */
function useAutoSave(form: RefObject<HTMLFormElement>, key: string, { version, waiting, edited }: AutoSave) {
  const sent = useRef(false);
  const unsaved = useRef(edited);
  const { formMethod, location: next } = useNavigation();
  const saved = formMethod === "POST" && next.state?._isRedirect && /^(\/en)?\/dashboard\//.test(next.pathname);
  useEffect(() => {
    if (saved && sent.current) forgetDraft(key);
  }, [saved, key]);
  useEffect(() => {
    const element = form.current;
    if (!element || waiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    const save = () => {
      stop();
      saveDraft(key, { at: new Date().toISOString(), version, answers: answersIn(element) });
    };
    const saveNow = () => timer && save();
    const onInput = () => {
      stop();
      timer = setTimeout(save, pause);
    };
    // Another form of the page may log out, which clears the browser's storage.
    const onSubmit = (event: SubmitEvent) => {
      if (!isSending(event)) return;
      sent.current = event.target === element;
      if (sent.current) saveNow();
      else stop();
    };
    if (unsaved.current) onInput();
    unsaved.current = false;
    element.addEventListener("input", onInput);
    window.addEventListener("submit", onSubmit, true);
    window.addEventListener("pagehide", saveNow);
    return () => {
      saveNow();
      element.removeEventListener("input", onInput);
      window.removeEventListener("submit", onSubmit, true);
      window.removeEventListener("pagehide", saveNow);
    };
  }, [form, key, version, waiting]);
}
