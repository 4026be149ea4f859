import { html } from "hono/html";
import { innerSchemas, propertiesOf } from "./describe-fields.ts";
import type {
	OpenApiDocument,
	OperationObject,
	Parameter,
	ResponseObject,
} from "./document-types.ts";
import { type JsonSchema, SCHEMAS } from "./json-schema.ts";
import { type ProblemRemedy, problemRemedies } from "./problem-remedies.ts";

/** An operation and where it is called. `method` is in upper case. */
type Listed = { method: string; path: string; operation: OperationObject };

/** The site's header, without the parts that need a script. */
const HEADER = html`<header><div class="bar"><a class="mark" href="/"><svg viewBox="0 6 32 20" aria-hidden="true"><g fill="none" stroke="currentColor"><path d="M3 22a13 13 0 0 1 4.3-9.66M9.5 10.74a13 13 0 0 1 13 0M24.7 12.34A13 13 0 0 1 29 22" stroke-width="4"/><path d="M16 22l4.6-6.2" stroke-width="3" stroke-linecap="round"/></g><circle cx="16" cy="22" r="3.4" fill="currentColor"/></svg>BS Detector</a><nav aria-label="Main"><a href="/results">All Analyses</a><a class="button" href="/dashboard">Dashboard</a></nav></div></header>`;

/** Renders the document as a page. Its scripts apply the reader's theme, and search the page. */
export function referencePage(document: OpenApiDocument) {
	const operations: Listed[] = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			method: method.toUpperCase(),
			path,
			operation,
		})),
	);
	const chapters = document.tags.map((tag) => ({
		...tag,
		anchor: `chapter-${tag.name.toLowerCase().replaceAll(" ", "-")}`,
		listed: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
	}));
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · BS Detector</title>
<meta name="description" content="Every call of the BS Detector API, with its schemas and a command that makes it.">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f9f7f2">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#161513">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/reference.css">
<script src="/theme.js"></script>
<script src="/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${HEADER}
<div class="columns">
<nav class="contents" aria-label="Reference"><form role="search" hidden><label for="search">Search the reference</label><input id="search" type="search" autocomplete="off" spellcheck="false"><output for="search"></output></form>${chapters.map(
		({ name, anchor, listed }) =>
			html`<p><a href="#${anchor}">${name}</a></p><ul>${listed.map(menuEntry)}</ul>`,
	)}<p><a href="#schemas">Schemas</a></p><p><a href="#problems">Problems</a></p></nav>
<main id="main" tabindex="-1">
<div>
<h1>API reference</h1>
<p>${prose(document.info.description)}</p>
<p><a href="/api">About the API</a> · <a href="/api/openapi.json">OpenAPI 3.1</a></p>
<h2>Signing in with a key</h2>
<p>Create an API key on your <a href="/account">account page</a>; it is shown once. Send it with every call that asks for one:</p>
<pre tabindex="0"><code>export KEY=bsd_…
curl -H "Authorization: Bearer $KEY" "${document.servers[0]?.url ?? ""}/api/me"</code></pre>
<p>Calls marked “session only” need the cookie from signing in, which curl saves with <code>-c jar</code> and sends with <code>-b jar</code>.</p>
</div>
${chapters.map(
	({ name, description, anchor, listed }) =>
		html`<div><h2 id="${anchor}">${name}</h2><p>${prose(description)}</p>${listed.map((one) => operationSection(document, one))}</div>`,
)}
<div><h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(
	([name, schema]) =>
		html`<section id="schema-${name}"><h3>${name}</h3>${schemaTable(schema)}</section>`,
)}</div>
<div><h2 id="problems">Problems</h2>
<p>${prose("The `type` of an error is the address of its entry here, and its `code` the name of the entry.")}</p>
${problemRemedies().map(problemSection)}</div>
</main>
</div>
</body>
</html>`;
}

function problemSection({ code, statuses, means, remedy }: ProblemRemedy) {
	return html`<section id="problem-${code}"><h3><code>${code}</code> <small>${statuses.join(", ")}</small></h3><p>${prose(`${means} ${remedy}`)}</p></section>`;
}

function menuEntry({ method, path, operation }: Listed) {
	return html`<li><a href="#${operation.operationId}" title="${method} ${path}">${operation.summary}</a></li>`;
}

/** One operation: purpose, parameters, answers, and a command that calls it. */
function operationSection(document: OpenApiDocument, listed: Listed) {
	const { method, path, operation } = listed;
	const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
	const body = bodySchema(operation);
	return html`<section id="${operationId}">
<h3>${summary}</h3>
<p class="call"><span class="method">${method}</span> <code>${path}</code> <span class="access">${describeAccess(operation)}</span></p>
${description && html`<p>${prose(description)}</p>`}
${parameters.length > 0 && table("Parameters", ["Parameter", "Type", "Meaning"], parameters.map(parameterRow))}
${body && html`<h4>Body${requestBody?.required ? "" : ", optional"}</h4>${schemaTable(body)}`}
<h4>Answers</h4>
<ul class="answers">${Object.entries(responses).map(answer)}</ul>
<pre tabindex="0"><code>${curlLine(document, listed)}</code></pre>
${Object.entries(responses).map(exampleAnswer)}
</section>`;
}

/** The recorded answer, if it has this status. */
function exampleAnswer([status, { content = {} }]: [string, ResponseObject]) {
	const [{ example } = {}] = Object.values(content);
	if (example === undefined) return "";
	const text = typeof example === "string" ? example : JSON.stringify(example, null, 2);
	return html`<details><summary>An answer, <code>${status}</code></summary><pre tabindex="0"><code>${text}</code></pre></details>`;
}

function bodySchema({ requestBody }: OperationObject): JsonSchema | undefined {
	return requestBody?.content["application/json"]?.schema;
}

function describeAccess({ security }: OperationObject): string {
	if (security.length === 0) return "open to everyone";
	return security.some((way) => "key" in way) ? "API key or session" : "session only";
}

function parameterRow({ name, in: place, required, schema, description = "" }: Parameter) {
	return html`<tr><th scope="row"><code>${name}</code> <small>${place}${required ? "" : ", optional"}</small></th><td>${describeType(schema)}</td><td>${prose(description)}</td></tr>`;
}

function answer([status, { description, content = {} }]: [string, ResponseObject]) {
	const [type, body] = Object.entries(content)[0] ?? [];
	return html`<li><code>${status}</code> ${prose(description)} <small>${body?.schema ? describeType(body.schema) : type}</small></li>`;
}

/** The call as a single shell command. */
function curlLine({ servers }: OpenApiDocument, listed: Listed): string {
	const { method, path, operation } = listed;
	const { "x-example-path": asked = path } = operation;
	const parts = ["curl"];
	if (method !== "GET") parts.push(`-X ${method}`);
	if (operation.security.some((way) => "key" in way)) parts.push('-H "Authorization: Bearer $KEY"');
	else if (operation.security.length > 0) parts.push("-b jar");
	const { example } = operation.requestBody?.content["application/json"] ?? {};
	if (example !== undefined) {
		const value = JSON.stringify(example);
		parts.push('-H "Content-Type: application/json"', `-d '${value.replaceAll("'", "'\\''")}'`);
	}
	const answers = Object.values(operation.responses);
	if (answers.some(({ content = {} }) => "text/event-stream" in content)) parts.push("-N");
	parts.push(`"${servers[0]?.url ?? ""}${asked}"`);
	return parts.join(" ");
}

/** Renders a sentence; backticks mark code. */
function prose(text: string) {
	return text.split("`").map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** A table that scrolls sideways on a narrow screen. `rows` are `<tr>` elements. */
function table(label: string, columns: string[], rows: ReturnType<typeof html>[]) {
	return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>${columns.map(
		(column) => html`<th scope="col">${column}</th>`,
	)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** The fields of a body as a table, or its type in words. */
function schemaTable(schema: JsonSchema) {
	const fields = listFields(schema);
	if (fields.length === 0) return html`<p>${describeType(schema)}</p>`;
	const rows = fields.map(
		({ name, required, schema: field }) =>
			html`<tr><th scope="row"><code>${name}</code>${required ? "" : html` <small>optional</small>`}</th><td>${describeType(field)}</td><td>${prose(String(field.description ?? ""))}</td></tr>`,
	);
	return table("Fields", ["Field", "Type", "Meaning"], rows);
}

/**
 * The type in a few words, for example "list of Statement" or "string or null", with links to the
 * schemas that it mentions.
 */
export function describeType(schema: JsonSchema): ReturnType<typeof html> {
	if (typeof schema.$ref === "string") {
		const name = schema.$ref.slice(SCHEMAS.length);
		return html`<a href="#schema-${name}">${name}</a>`;
	}
	const [first, ...others] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
	if (first)
		return html`${describeType(first)}${others.map((one) => html` or ${describeType(one)}`)}`;
	if (schema.type === "array")
		return html`list of ${describeType((schema.items ?? {}) as JsonSchema)}`;
	return html`${plainType(schema)}`;
}

function plainType(schema: JsonSchema): string {
	if ("const" in schema) return JSON.stringify(schema.const);
	if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
	if (Array.isArray(schema.type)) return schema.type.join(" or ");
	if (schema.format === "date-time") return "instant";
	return typeof schema.type === "string" ? schema.type + describeLimits(schema) : "anything";
}

function describeLimits({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
	const range = (least: unknown, most: unknown, unit: string) => {
		if (least === undefined) return most === undefined ? "" : `, at most ${most}${unit}`;
		return most === undefined ? `, at least ${least}${unit}` : `, ${least} to ${most}${unit}`;
	};
	return range(minimum, maximum, "") + range(minLength, maxLength, " characters");
}

type Field = { name: string; required: boolean; schema: JsonSchema };

/**
 * Every field of a schema with its dotted path, once for a field that several choices share. The
 * fields of an array's items follow `[]`.
 */
export function listFields(schema: JsonSchema, prefix = ""): Field[] {
	const required = (schema.required ?? []) as string[];
	const own = Object.entries(propertiesOf(schema)).flatMap(([name, field]) => [
		{ name: prefix + name, required: required.includes(name), schema: field },
		...listFields(field, `${prefix}${name}${field.type === "array" ? "[]." : "."}`),
	]);
	const inner = innerSchemas(schema).flatMap((one) => listFields(one, prefix));
	return [...new Map([...own, ...inner].map((field) => [field.name, field])).values()];
}
