/** Put in by the build: the names of the files in the migrations folder. */
declare const MIGRATIONS: string[] | undefined;

/** What the database must have seen for this worker to work with it. */
export const expectedMigrations: readonly string[] =
	typeof MIGRATIONS === "undefined" ? [] : MIGRATIONS;
