import { html } from "hono/html";
import type { OpenApiDocument, OperationObject, Parameter, ResponseObject } from "./document.ts";
import { type JsonSchema, SCHEMAS } from "./json-schema.ts";

/** An operation and where it is called. `method` is in upper case. */
type Listed = { method: string; path: string; operation: OperationObject };

/** The site's header, without the parts that need a script. */
const HEADER = html`<header><div class="bar"><a class="mark" href="/"><svg viewBox="0 6 32 20" aria-hidden="true"><g fill="none" stroke="currentColor"><path d="M3 22a13 13 0 0 1 4.3-9.66M9.5 10.74a13 13 0 0 1 13 0M24.7 12.34A13 13 0 0 1 29 22" stroke-width="4"/><path d="M16 22l4.6-6.2" stroke-width="3" stroke-linecap="round"/></g><circle cx="16" cy="22" r="3.4" fill="currentColor"/></svg>BS Detector</a><nav aria-label="Main"><a href="/results">All Analyses</a><a class="button" href="/dashboard">Dashboard</a></nav></div></header>`;

/** Renders the document as a page. Its only script applies the reader's theme. */
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
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${HEADER}
<div class="columns">
<nav class="contents" aria-label="Reference">${chapters.map(
		({ name, anchor, listed }) =>
			html`<p><a href="#${anchor}">${name}</a></p><ul>${listed.map(menuEntry)}</ul>`,
	)}<p><a href="#schemas">Schemas</a></p></nav>
<main id="main" tabindex="-1">
<h1>API reference</h1>
<p>${prose(document.info.description)}</p>
<p><a href="/api">About the API</a> · <a href="/api/openapi.json">OpenAPI 3.1</a></p>
<h2>Signing in with a key</h2>
<p>Create an API key on your <a href="/account">account page</a>; it is shown once. Send it with every call that asks for one:</p>
<pre tabindex="0"><code>export KEY=bsd_…
curl -H "Authorization: Bearer $KEY" "${document.servers[0]?.url ?? ""}/api/me"</code></pre>
<p>Calls marked “session only” need the cookie from signing in, which curl saves with <code>-c jar</code> and sends with <code>-b jar</code>.</p>
${chapters.map(
	({ name, description, anchor, listed }) =>
		html`<h2 id="${anchor}">${name}</h2><p>${prose(description)}</p>${listed.map((one) => operationSection(document, one))}`,
)}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(
	([name, schema]) =>
		html`<section id="schema-${name}"><h3>${name}</h3>${schemaTable(schema)}</section>`,
)}
</main>
</div>
</body>
</html>`;
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
</section>`;
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

/** The video id in example commands. */
const SAMPLE_VIDEO = "dQw4w9WgXcQ";
/** The first digits of the id's SHA-256. */
const SAMPLE_PREFIX = "5f6b";

/** By operation. */
const QUERIES: Record<string, string> = {
	searchVideos: "?q=climate",
	lookUpVideos: `?ids=${SAMPLE_VIDEO}`,
};

/** The call as a single shell command. */
function curlLine({ servers, components }: OpenApiDocument, listed: Listed): string {
	const { method, path, operation } = listed;
	const parts = ["curl"];
	if (method !== "GET") parts.push(`-X ${method}`);
	if (operation.security.some((way) => "key" in way)) parts.push('-H "Authorization: Bearer $KEY"');
	else if (operation.security.length > 0) parts.push("-b jar");
	const body = bodySchema(operation);
	if (body) {
		const value = JSON.stringify(sampleValue(resolve(body, components.schemas)));
		parts.push('-H "Content-Type: application/json"', `-d '${value.replaceAll("'", "'\\''")}'`);
	}
	const answers = Object.values(operation.responses);
	if (answers.some(({ content = {} }) => "text/event-stream" in content)) parts.push("-N");
	const filled = path
		.replace("/videos/{id}", `/videos/${SAMPLE_VIDEO}`)
		.replace("{prefix}", SAMPLE_PREFIX)
		.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
	parts.push(`"${servers[0]?.url ?? ""}${filled}${QUERIES[operation.operationId] ?? ""}"`);
	return parts.join(" ");
}

function resolve(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
	if (typeof schema.$ref !== "string") return schema;
	return schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {};
}

const WELL_KNOWN: Record<string, string> = {
	url: `https://www.youtube.com/watch?v=${SAMPLE_VIDEO}`,
	email: "you@example.org",
	password: "a long passphrase",
	full_name: "Your Name",
	name: "My program",
	body: "Our response to the analysis.",
	token: "the token of the link",
};

/** An example value for the schema, with required fields only. `name` is that of its field. */
function sampleValue(schema: JsonSchema, name = ""): unknown {
	const [choice] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
	if (choice) return sampleValue(choice, name);
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	if (schema.type === "array") return [sampleValue((schema.items ?? {}) as JsonSchema, name)];
	if (schema.type === "boolean") return true;
	if (schema.type === "integer" || schema.type === "number") return 1;
	if (schema.type !== "object") return WELL_KNOWN[name] ?? "…";
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = (schema.required ?? []) as string[];
	// The link is optional in the schema, because the site validates it with its own messages. The
	// example must still include it.
	const wanted = Object.entries(properties).filter(
		([field]) => required.includes(field) || field === "url",
	);
	return Object.fromEntries(wanted.map(([field, of]) => [field, sampleValue(of, field)]));
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
			html`<tr><th scope="row"><code>${name}</code>${required ? "" : html` <small>optional</small>`}</th><td>${describeType(field)}</td></tr>`,
	);
	return table("Fields", ["Field", "Type"], rows);
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
 * Every field of an object schema with its dotted path. The fields of an array's items follow
 * `[]`.
 */
export function listFields(schema: JsonSchema, prefix = ""): Field[] {
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = (schema.required ?? []) as string[];
	return Object.entries(properties).flatMap(([name, field]) => [
		{ name: prefix + name, required: required.includes(name), schema: field },
		...listFields(field, `${prefix}${name}.`),
		...listFields((field.items ?? {}) as JsonSchema, `${prefix}${name}[].`),
	]);
}
