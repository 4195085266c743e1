import type { FieldMetadata } from "@conform-to/react";
import { CircleAlert } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";
import { fieldId } from "./error-summary";
import { FieldMark } from "./field-marks";
import { FileDrop } from "./file-drop";
import { useMessage } from "./message";

type Field = Pick<FieldMetadata<unknown>, "name" | "errors" | "required" | "key"> & { initialValue?: unknown };

/** What all fields share. A required field is not marked and an optional one is, unless the form has stars. */
export type FieldProps = {
  field: Field;
  label: ReactNode;
  hint?: ReactNode;
  /** Whether to mark the field as optional; by default as in the schema. */
  optional?: boolean;
};

/** Label above, hint under it, control, and the error beside it: the control is described by both. */
export function FieldFrame({ field, label, hint, optional = !field.required, children }: FieldProps & { children: ReactNode }) {
  const id = fieldId(field.name);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        <FieldMark required={field.required} optional={optional} />
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldErrors field={field} />
    </div>
  );
}

export function FieldErrors({ field }: { field: Field }) {
  const message = useMessage();
  if (!field.errors?.length) return null;
  return (
    <p className="field-error" id={`${fieldId(field.name)}-error`}>
      <Icon of={CircleAlert} />
      <span>{[...new Set(field.errors)].map(message).join(" ")}</span>
    </p>
  );
}

/** The attributes that link a control to its label, hint and error. */
export function controlProps({ field, hint }: Pick<FieldProps, "field" | "hint">) {
  const id = fieldId(field.name);
  const described = [hint && `${id}-hint`, field.errors?.length && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    name: field.name,
    required: field.required,
    "aria-invalid": field.errors?.length ? true : undefined,
    "aria-describedby": described || undefined,
  } as const;
}

const textOf = (field: Field) => (typeof field.initialValue === "string" ? field.initialValue : undefined);

type TextProps = FieldProps & {
  type?: "text" | "email" | "password" | "tel" | "url" | "search" | "date" | "datetime-local" | "time" | "month" | "number";
  autoComplete?: string;
  placeholder?: string;
  lang?: string;
  /** For a number that need not be whole: `any`. */
  step?: "any";
  /** The first day that may be chosen, as YYYY-MM-DD. */
  min?: string;
  /** Whether it takes the focus: what a button of the form has just added does. */
  focused?: boolean;
};

/** A line of text, or one of the browser's own inputs for an address, a date, a number. */
export function TextField({ type = "text", autoComplete, placeholder, lang, step, min, focused, ...frame }: TextProps) {
  const { field } = frame;
  return (
    <FieldFrame {...frame}>
      <input
        key={field.key}
        {...controlProps(frame)}
        type={type}
        className="control"
        defaultValue={type === "password" ? undefined : textOf(field)}
        autoComplete={autoComplete}
        placeholder={placeholder}
        lang={lang}
        step={step}
        min={min}
        // biome-ignore lint/a11y/noAutofocus: without script, this is how what was added takes the focus
        autoFocus={focused || undefined}
      />
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextArea({ rows = 5, lang, ...frame }: FieldProps & { rows?: number; lang?: string }) {
  const { field } = frame;
  return (
    <FieldFrame {...frame}>
      <textarea key={field.key} {...controlProps(frame)} className="control" rows={rows} defaultValue={textOf(field)} lang={lang} />
    </FieldFrame>
  );
}

export type Choice = { value: string; label: string };

/** One of a list. An optional one begins with an empty line; one without always has a value, and so nothing to require. */
export function SelectField({
  choices,
  empty,
  autoComplete,
  ...frame
}: FieldProps & { choices: readonly Choice[]; empty?: string; autoComplete?: string }) {
  const { field } = frame;
  return (
    <FieldFrame {...frame}>
      <select
        key={field.key}
        {...controlProps(frame)}
        required={field.required && empty !== undefined}
        autoComplete={autoComplete}
        className="control"
        defaultValue={textOf(field)}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Yes or no. */
export function Checkbox({ field, label, hint }: FieldProps) {
  return (
    <div className="field">
      <label className="choice font-normal">
        <input
          key={field.key}
          {...controlProps({ field, hint })}
          required={false}
          type="checkbox"
          className="tick"
          defaultChecked={field.initialValue === "on"}
        />
        <span>
          {label}
          {hint && (
            <small className="muted block" id={`${fieldId(field.name)}-hint`}>
              {hint}
            </small>
          )}
        </span>
      </label>
      <FieldErrors field={field} />
    </div>
  );
}

type GroupProps = FieldProps & {
  choices: readonly (Choice & { hint?: string })[];
  several?: boolean;
  cards?: boolean;
  scrolls?: boolean;
  columns?: boolean;
  /** The id of the form that the choice belongs to, where it stands outside of it. */
  form?: string;
};

const layouts = {
  line: "flex flex-wrap gap-x-5",
  columns: "grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-3",
  cards: "grid gap-2.5 sm:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]",
  scrolls: "control grid max-h-72 overflow-y-auto",
};

/** One or several of a few visible choices: radios or checkboxes under one legend. Many are in a box that scrolls. */
export function ChoiceGroup({
  field,
  label,
  hint,
  choices,
  several = false,
  cards = false,
  scrolls = false,
  columns = false,
  form,
}: GroupProps) {
  const id = fieldId(field.name);
  const chosen = [field.initialValue].flat();
  return (
    <fieldset className="field" id={id} aria-describedby={controlProps({ field, hint })["aria-describedby"]}>
      <legend>{label}</legend>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={scrolls ? layouts.scrolls : cards ? layouts.cards : columns ? layouts.columns : layouts.line}>
        {choices.map(({ value, label: text, hint: more }) => (
          <label key={value} className={cards ? "choice-card" : "choice"}>
            <input
              type={several ? "checkbox" : "radio"}
              name={field.name}
              value={value}
              form={form}
              className="tick"
              defaultChecked={chosen.includes(value)}
            />
            <span>
              {text}
              {more && <small className="muted block">{more}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldErrors field={field} />
    </fieldset>
  );
}

/** A file of the person's own, with the limits written beside it. */
export function FileField({ accept, ...frame }: FieldProps & { accept: string }) {
  return (
    <FieldFrame {...frame}>
      <FileDrop key={frame.field.key} {...controlProps(frame)} accept={accept} />
    </FieldFrame>
  );
}
