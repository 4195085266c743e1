import { type FormMetadata, getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/button";
import { ErrorSummary } from "./error-summary";
import { Form, Submit } from "./form";

type Props<Values extends Record<string, unknown>> = {
  title: string;
  form: FormMetadata<Values, string[]>;
  submission: string;
  /** Whether it sends files. */
  files?: boolean;
  /** What its button says, and the one that leads back. */
  send: string;
  cancel: string;
  /** The list that it leads back to. */
  list: string;
  /** Further buttons. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A panel with a form that adds something to a list. */
export function FormPanel<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { title, form, submission, files, send, cancel, list, actions, children } = props;
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h1 className="office-title">{title}</h1>
      <Form className="grid gap-4" encType={files ? "multipart/form-data" : undefined} submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        {children}
        <p className="actions">
          <Submit>{send}</Submit>
          {actions}
          <ButtonLink variant="line" to={list}>
            {cancel}
          </ButtonLink>
        </p>
      </Form>
    </section>
  );
}
