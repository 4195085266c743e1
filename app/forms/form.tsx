import { Form as RemixForm, useLocation, useNavigation } from "@remix-run/react";
import { type ComponentProps, forwardRef, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { formOriginField, storedVersionField, writtenOrigin } from "~/access/form-origin";
import { Button, type ButtonVariant } from "~/ui/button";
import { useStoredForms } from "./use-stored-forms";

/** The hidden field with the idempotency key of a form; see `submit`. */
const submissionField = "submission";

type FormProps = ComponentProps<typeof RemixForm> & { submission?: string };

/**
 * A form that posts to its own page and works without script. With it, a second press while it is being sent does
 * nothing; without, the server makes the change once, because the form has an idempotency key.
 */
export const Form = forwardRef<HTMLFormElement, FormProps>(function Form({ submission, children, ...form }, ref) {
  const { state, location } = useNavigation();
  const here = useLocation();
  // While a page reloads its data after the response, the form can be submitted again: ignoring it would lose that.
  const busy = state === "submitting" || (state === "loading" && location.pathname !== here.pathname);
  return (
    <RemixForm
      ref={ref}
      method="post"
      {...form}
      data-guard=""
      onSubmit={(event) => {
        if (busy) event.preventDefault();
        else if (!skipsChecks(event.nativeEvent)) form.onSubmit?.(event);
      }}
    >
      {submission && <input type="hidden" name={submissionField} value={submission} />}
      {(form.method ?? "post") === "post" && <FormOrigin form={form.id ?? ""} />}
      {children}
    </RemixForm>
  );
});

/** The name of the buttons with which Conform validates a field; they go without the constraints of HTML as well. */
const validation = "__intent__";

/** Whether a form is sent without its validation, as by a button that saves a draft: the server has other rules for it. */
const skipsChecks = ({ submitter }: Event & { submitter?: HTMLElement | null }) =>
  submitter instanceof HTMLButtonElement && submitter.formNoValidate && submitter.name !== validation;

/**
 * Says for whom a form was made and where, so that what is sent after the session has ended can be stored for that person. A form that
 * holds a restored text also says which version of the record it was written over.
 */
export function FormOrigin({ form }: { form: string }) {
  const { pathname, search } = useLocation();
  const { mark, stored } = useStoredForms();
  if (!mark) return null;
  const version = stored?.form === form && stored.version;
  return (
    <>
      <input type="hidden" name={formOriginField} value={writtenOrigin({ mark, form, page: pathname + search })} />
      {version && <input type="hidden" name={storedVersionField} value={version} />}
    </>
  );
}

type SubmitProps = {
  children: ReactNode;
  name?: string;
  value?: string;
  variant?: ButtonVariant;
  small?: boolean;
  formAction?: string;
  formNoValidate?: boolean;
  /** The form that it sends, where it stands outside of it. */
  form?: string;
};

/** The button that sends a form. While sending it says so, keeps its size and focus, and is announced by screen readers. */
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
