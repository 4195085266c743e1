import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";
import { PersonLink } from "./person-link";

const schema = () => import("#contract/charity/check-ins").then(({ DoorPersonDraft }) => DoorPersonDraft);

type Props = { people: { userId: string; name: string }[]; answer: FormAnswer | undefined; submission: string };

/** The volunteers who are named for the door of this event. */
export function DoorPeople({ people, answer, submission }: Props) {
  const { t } = useTranslation("door");
  const [form, fields] = usePageForm(schema, { id: "doorPerson", answer });
  return (
    <Panel title={t("codes.door.title")}>
      <p className="muted mb-4">{t("codes.door.about")}</p>
      {people.length === 0 && <p className="mb-4">{t("codes.door.nobody")}</p>}
      <ul className="rows mb-4">
        {people.map(({ userId, name }) => (
          <li key={userId}>
            <PersonLink userId={userId} className="min-w-0 flex-1">
              {name}
            </PersonLink>
            <Form>
              <input type="hidden" name="userId" value={userId} />
              <button type="submit" name="intent" value="remove" className="btn btn-line btn-small">
                {t("codes.door.remove")}
                <span className="sr-only">{name}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <Form submission={submission} {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary form={form} />
        <TextField field={fields.email} type="email" label={t("codes.door.email")} />
        <p>
          <Submit variant="line">{t("codes.door.add")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
