import { useBlocker } from "@remix-run/react";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** Asks before leaving a form whose changes are not saved, by a link or by closing the page. Sending the form asks nothing. */
export function useLeaveGuard(form: RefObject<HTMLFormElement>) {
  const { t } = useTranslation();
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const onInput = () => setChanged(true);
    const onSubmit = () => setChanged(false);
    element.addEventListener("input", onInput);
    element.addEventListener("submit", onSubmit);
    return () => {
      element.removeEventListener("input", onInput);
      element.removeEventListener("submit", onSubmit);
    };
  }, [form]);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [changed]);
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed && currentLocation.pathname !== nextLocation.pathname && !window.confirm(t("forms.unsaved")),
  );
}
