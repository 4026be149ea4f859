import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type {
	OpenApiDocument,
	OperationObject,
} from "#worker/openapi/document.ts";

/** What is wrong with an answer by the document; empty where nothing is. */
export type AnswerCheck = (
	operation: OperationObject,
	answer: { status: number; type: string; text: string },
) => string[];

/** Holds answers against the document: the status is listed, the type is that of the status, the body is as its schema says. */
export function answerCheck(document: OpenApiDocument): AnswerCheck {
	const ajv = new Ajv2020({ allErrors: true, strict: false });
	formats.default(ajv);
	ajv.addSchema({ $id: "api", components: document.components });
	const known = new Map<string, ValidateFunction>();

	function validator(key: string, schema: object): ValidateFunction {
		const made = known.get(key) ?? ajv.compile(absolute(schema));
		known.set(key, made);
		return made;
	}

	return ({ operationId, responses }, { status, type, text }) => {
		const response = responses[status];
		if (response === undefined) return [`${status} is not documented`];
		const entry = Object.entries(response.content ?? {})[0];
		if (entry === undefined) return text === "" ? [] : ["a body came"];
		const [wanted, { schema }] = entry;
		if (!type.startsWith(wanted)) return [`${type} instead of ${wanted}`];
		if (schema === undefined) return [];
		const valid = validator(`${operationId} ${status}`, schema);
		if (valid(JSON.parse(text))) return [];
		return (valid.errors ?? []).map(
			({ instancePath, message, params }) =>
				`${instancePath} ${message} ${JSON.stringify(params)}`,
		);
	};
}

/** References lead to the document as it was added. */
function absolute(schema: object): object {
	return JSON.parse(
		JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'),
	) as object;
}
