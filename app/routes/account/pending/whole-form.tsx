import { type FormMetadata, getFormProps } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Form } from "~/forms/form";
import type { PendingAnswer } from "./pending-parts";

type Props = {
  form: Pick<FormMetadata, "id" | "errorId" | "descriptionId" | "onSubmit" | "noValidate">;
  submission: string;
  children: ReactNode;
};

/** The panels of a page in one form: pressing any of its buttons sends, and so keeps, what was typed in all of them. */
export function WholeForm({ form, submission, children }: Props) {
  const notice = useActionData<PendingAnswer | undefined>()?.notice;
  return (
    <Form encType="multipart/form-data" className="grid gap-6" submission={submission} {...getFormProps(form as FormMetadata)}>
      {/* The Enter key of a field presses the first button of the form: it neither adds nor removes a document. */}
      <button type="submit" hidden tabIndex={-1} />
      {notice && (
        <p className="rounded-2xl bg-primary-soft p-7 font-bold" role="status">
          {notice}
        </p>
      )}
      {children}
    </Form>
  );
}
