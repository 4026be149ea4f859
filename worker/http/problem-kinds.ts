/**
 * The content of a problem. Each function below creates one with a status that several problems
 * share.
 */
export type ProblemEntry = { status: number; title: string; detail: string };

export const badInput = <const D extends string>(detail: D) =>
	({ status: 400, title: "Bad input", detail }) as const;
export const notSignedIn = <const D extends string>(detail: D) =>
	({ status: 401, title: "Not signed in", detail }) as const;
export const unauthorized = <const D extends string>(title: string, detail: D) =>
	({ status: 401, title, detail }) as const;
export const notAllowed = <const D extends string>(detail: D) =>
	({ status: 403, title: "Not allowed", detail }) as const;
export const forbidden = <const D extends string>(title: string, detail: D) =>
	({ status: 403, title, detail }) as const;
export const notFound = <const D extends string>(title: string, detail: D) =>
	({ status: 404, title, detail }) as const;
export const unprocessable = <const D extends string>(title: string, detail: D) =>
	({ status: 422, title, detail }) as const;
export const conflicting = <const D extends string>(title: string, detail: D) =>
	({ status: 409, title, detail }) as const;
export const wrongMethod = <const D extends string>(detail: D) =>
	({ status: 405, title: "Method not allowed", detail }) as const;
export const conflict = <const D extends string>(detail: D) =>
	({ status: 409, title: "Conflict", detail }) as const;
export const tooMany = <const D extends string>(detail: D) =>
	({ status: 429, title: "Too many requests", detail }) as const;

/** The path of the page that explains the problem and its remedy; the reference has one for each. */
export const problemPath = (code: string) => `/api/docs#problem-${code}`;
