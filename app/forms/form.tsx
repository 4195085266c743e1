import { Form as RemixForm, useLocation, useNavigation } from "@remix-run/react";
import { type ComponentProps, forwardRef, useId } from "react";
import { useTranslation } from "react-i18next";
import { Button, type ButtonLook } from "~/ui/button";

/** The hidden field that names one filling-in of a form; see `submit`. */
const submissionField = "submission";

type FormProps = ComponentProps<typeof RemixForm> & { submission?: string };

/**
 * A form that posts to its own page and works without script. With it, a second press while it is being sent does
 * nothing; without, the server does the same thing once, because the form has a name of its own.
 */
export const Form = forwardRef<HTMLFormElement, FormProps>(function Form({ submission, children, ...form }, ref) {
  const { state, location } = useNavigation();
  const here = useLocation();
  // A page that has its answer and reloads its data can be sent again: what was pressed then would be lost.
  const busy = state === "submitting" || (state === "loading" && location.pathname !== here.pathname);
  return (
    <RemixForm
      ref={ref}
      method="post"
      {...form}
      data-guard=""
      onSubmit={(event) => {
        if (busy) event.preventDefault();
        else form.onSubmit?.(event);
      }}
    >
      {submission && <input type="hidden" name={submissionField} value={submission} />}
      {children}
    </RemixForm>
  );
});

type SubmitProps = { children: string; name?: string; value?: string; look?: ButtonLook; formAction?: string; formNoValidate?: boolean };

/** The button that sends a form. While sending it says so, keeps its place and its reachability, and is heard by readers. */
export function Submit({ children, name, value, ...button }: SubmitProps) {
  const { t } = useTranslation();
  const id = useId();
  const { state, formData } = useNavigation();
  const busy = state === "submitting" && (!name || formData?.get(name) === value);
  return (
    <Button {...button} name={name} value={value} busy={busy} id={id}>
      {busy ? t("forms.busy") : children}
    </Button>
  );
}
