ALTER INDEX "tracking_entries_todo" RENAME TO "tracking_entries_open";
