import { expect } from "vitest";
import { Problem } from "#contract/problem.ts";

/** A refusal as everybody is to get it: whole, typed, and with the request's id. */
export function expectProblem(
	answer: { status: number; headers: Headers; body: unknown },
	status: number,
	code: string,
): void {
	expect(answer.status).toBe(status);
	expect(answer.headers.get("content-type")).toBe("application/problem+json");
	const problem = Problem.parse(answer.body);
	expect(problem).toMatchObject({ status, code, type: `/problems/${code}` });
	expect(problem.request_id).toBe(answer.headers.get("x-request-id"));
}
