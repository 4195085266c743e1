import { addContent, addKeyed, type DemoRow, type DemoSubject, dayBefore, readDemo } from "#backend/content/demo-rows";
import { furtherSupport, furtherSupportCategories } from "./tables.ts";

export const demo: DemoSubject = async (needs) => {
  const source = readDemo<Record<"categories" | "services", DemoRow[]>>("further-support");
  const categories = await addKeyed(needs, furtherSupportCategories, source.categories);
  const rows = source.services.map(({ category, checkedDaysAgo, ...row }) => ({
    ...row,
    categoryId: categories.get(category),
    checkedOn: dayBefore(needs.now, checkedDaysAgo),
  }));
  await addContent(needs, furtherSupport, rows);
};
