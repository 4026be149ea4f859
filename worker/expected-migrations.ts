/** Set by the build: the names of the files in the migrations folder. */
declare const MIGRATIONS: string[] | undefined;

/** The migrations that this worker needs the database to have. */
export const expectedMigrations: readonly string[] =
	typeof MIGRATIONS === "undefined" ? [] : MIGRATIONS;
