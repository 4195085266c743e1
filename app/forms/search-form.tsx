import { Search } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

type FieldProps = {
  id: string;
  /** What the field asks for, and what its button does. */
  label: string;
  button: string;
  value?: string;
};

type Props = FieldProps & {
  /** Where the words are looked for; the page itself when missing. */
  action?: string;
  className?: string;
  /** What else the address keeps. */
  children?: ReactNode;
};

/** A box for words to look for: a form that leads to an address. */
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

/** The field and the button in its end, for a form that asks for more than words; what they stand in is `relative`. */
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
