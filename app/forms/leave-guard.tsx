import { useBlocker } from "@remix-run/react";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** The name of the button with which the form library submits a form to itself, to validate while typing. */
const checking = "__intent__";

/** Whether a form is being submitted. */
export function isSending({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute("name") !== checking;
}

/**
 * Asks before leaving a form whose changes are not saved: by a link, by closing the page, or by another form of this page, which would
 * reset it. Submitting the form asks nothing. Returns whether the form has such changes.
 */
export function useLeaveGuard(form: RefObject<HTMLFormElement>): boolean {
  const { t } = useTranslation();
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const onInput = () => setChanged(true);
    const onSubmit = (event: SubmitEvent) => isSending(event) && setChanged(false);
    element.addEventListener("input", onInput);
    element.addEventListener("submit", onSubmit);
    return () => {
      element.removeEventListener("input", onInput);
      element.removeEventListener("submit", onSubmit);
    };
  }, [form]);
  useEffect(() => {
    if (!changed) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    const confirmOther = (event: SubmitEvent) => {
      const sent = event.target as HTMLFormElement;
      const elsewhere = sent.method !== "post" || new URL(sent.action).pathname !== location.pathname;
      if (sent === form.current || elsewhere || window.confirm(t("forms.unsaved"))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", confirmLeaving);
    window.addEventListener("submit", confirmOther, true);
    return () => {
      window.removeEventListener("beforeunload", confirmLeaving);
      window.removeEventListener("submit", confirmOther, true);
    };
  }, [changed, form, t]);
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed && currentLocation.pathname !== nextLocation.pathname && !window.confirm(t("forms.unsaved")),
  );
  return changed;
}
