import { Search } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

type FieldProps = {
  id: string;
  /** The labels of the field and of its button. */
  label: string;
  button: string;
  value?: string;
};

type Props = FieldProps & {
  /** The path of the search; the page itself by default. */
  action?: string;
  className?: string;
  /** Other query parameters to keep. */
  children?: ReactNode;
};

/** A search box: a GET form. */
export function SearchForm({ action, className, children, ...field }: Props) {
  return (
    <search className={`relative ${className ?? ""}`.trim()}>
      <form action={action}>
        <SearchField {...field} />
        {children}
      </form>
    </search>
  );
}

/** The field with its button, for a form with further fields; the container must be `relative`. */
export function SearchField({ id, label, button, value }: FieldProps) {
  return (
    <>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <input
        className="control rounded-link pr-13 pl-5"
        id={id}
        name="q"
        type="search"
        defaultValue={value}
        placeholder={label}
        maxLength={200}
      />
      <button
        type="submit"
        aria-label={button}
        className="absolute top-1 right-1 grid size-10 place-items-center rounded-link bg-ink text-white"
      >
        <Icon of={Search} />
      </button>
    </>
  );
}
