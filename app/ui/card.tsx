import type { ReactNode } from "react";
import { Link } from "./link";

type Props = {
  title: string;
  to: string;
  /** The level of its title under the page's other titles. */
  level?: "h2" | "h3" | "h4";
  children?: ReactNode;
};

/** A card, for something that can be picked up, moved or refused: the whole card is a link. */
export function Card({ title, to, level: Title = "h3", children }: Props) {
  return (
    <article className="card">
      <Title className="card-title">
        <Link to={to}>{title}</Link>
      </Title>
      {children}
    </article>
  );
}
