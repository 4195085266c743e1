import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { Form, Submit } from "~/forms/form";
import { Button, ButtonLink, type ButtonVariant } from "~/ui/button";
import { closeDialog, Dialog, DialogLink } from "~/ui/dialog";

/** The texts of a confirmation: `confirm` repeats the verb of `title`, `keep` cancels. */
export type Question = {
  title: string;
  text: string;
  confirm: string;
  keep: string;
  /** The form of the confirmation: its action and fields. */
  action: string;
  name: string;
  value: string;
};

type LinkProps = {
  dialog: string;
  to: string;
  variant?: ButtonVariant;
  small?: boolean;
  label?: string;
  question: Question;
  children: ReactNode;
};

/** A confirmation in a dialog; without script, a link to the page with the same question. */
export function QuestionLink({ dialog, to, variant = "danger", small, label, question, children }: LinkProps) {
  const { formData, state } = useNavigation();
  const sending = state !== "idle" && formData?.get(question.name) === question.value;
  useEffect(() => {
    if (!sending) closeDialog(dialog);
  }, [sending, dialog]);
  return (
    <>
      <DialogLink dialog={dialog} to={to} variant={variant} small={small} label={label}>
        {children}
      </DialogLink>
      <Dialog id={dialog} title={question.title} preventClose={sending}>
        <QuestionForm question={question}>
          <Button type="button" variant="line" busy={sending} onClick={() => !sending && closeDialog(dialog)}>
            {question.keep}
          </Button>
        </QuestionForm>
      </Dialog>
    </>
  );
}

/** The same on a page; `back` is the link to cancel. */
export function QuestionPanel({ question, back }: { question: Question; back: string }) {
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h2 className="panel-title">{question.title}</h2>
      <QuestionForm question={question}>
        <ButtonLink variant="line" to={back}>
          {question.keep}
        </ButtonLink>
      </QuestionForm>
    </section>
  );
}

function QuestionForm({ question: { text, confirm, action, name, value }, children }: { question: Question; children: ReactNode }) {
  return (
    <Form action={action} className="grid gap-4">
      <p>{text}</p>
      <div className="actions justify-end">
        {children}
        <Submit name={name} value={value} variant="danger-full">
          {confirm}
        </Submit>
      </div>
    </Form>
  );
}
