import { html } from "hono/html";
import type { OpenApiDocument, OperationObject, Parameter, ResponseObject } from "./document.ts";
import type { JsonSchema } from "./json-schema.ts";
import { describeType, schemaSection, schemaTable } from "./schema-tables.ts";

type Listed = { method: string; path: string; operation: OperationObject };

/** The site's header, without the parts that need a script. */
const HEADER = html`<header><div class="bar"><a class="mark" href="/"><svg viewBox="0 6 32 20" aria-hidden="true"><g fill="none" stroke="currentColor"><path d="M3 22a13 13 0 0 1 4.3-9.66M9.5 10.74a13 13 0 0 1 13 0M24.7 12.34A13 13 0 0 1 29 22" stroke-width="4"/><path d="M16 22l4.6-6.2" stroke-width="3" stroke-linecap="round"/></g><circle cx="16" cy="22" r="3.4" fill="currentColor"/></svg>BS Detector</a><nav aria-label="Main"><a href="/results">All Analyses</a><a class="button" href="/dashboard">Dashboard</a></nav></div></header>`;

/** Renders the document as a page. Its only script applies the reader's theme. */
export function referencePage(document: OpenApiDocument) {
	const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			method,
			path,
			operation,
		})),
	);
	const under = (tag: string) => listed.filter(({ operation }) => operation.tags.includes(tag));
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
<nav class="contents" aria-label="Reference">${document.tags.map(
		({ name }) =>
			html`<p><a href="#${chapterAnchor(name)}">${name}</a></p><ul>${under(name).map(menuEntry)}</ul>`,
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
${document.tags.map(
	({
		name,
		description,
	}) => html`<h2 id="${chapterAnchor(name)}">${name}</h2><p>${prose(description)}</p>
${under(name).map(({ method, path, operation }) => operationSection(document, method, path, operation))}`,
)}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => schemaSection(name, schema))}
</main>
</div>
</body>
</html>`;
}

function chapterAnchor(chapter: string): string {
	return `chapter-${chapter.toLowerCase().replaceAll(" ", "-")}`;
}

function menuEntry({ method, path, operation }: Listed) {
	return html`<li><a href="#${operation.operationId}" title="${method.toUpperCase()} ${path}">${operation.summary}</a></li>`;
}

/** One operation: purpose, parameters, answers, and a command that calls it. */
function operationSection(
	document: OpenApiDocument,
	method: string,
	path: string,
	operation: OperationObject,
) {
	const { operationId, summary, description, parameters = [] } = operation;
	const body = operation.requestBody?.content["application/json"]?.schema;
	return html`<section id="${operationId}">
<h3>${summary}</h3>
<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${path}</code> <span class="access">${describeAccess(operation)}</span></p>
${description === undefined ? "" : html`<p>${prose(description)}</p>`}
${parameters.length === 0 ? "" : parameterTable(parameters)}
${body === undefined ? "" : html`<h4>Body${operation.requestBody?.required ? "" : ", optional"}</h4>${schemaTable(body)}`}
<h4>Answers</h4>
<ul class="answers">${Object.entries(operation.responses).map(answer)}</ul>
<pre tabindex="0"><code>${curlLine(document, method, path, operation)}</code></pre>
</section>`;
}

function describeAccess({ security }: OperationObject): string {
	if (security.length === 0) return "open to everyone";
	return security.some((way) => "key" in way) ? "API key or session" : "session only";
}

function parameterTable(parameters: Parameter[]) {
	return html`<div class="scroll" tabindex="0" role="group" aria-label="Parameters"><table><thead><tr><th scope="col">Parameter</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${parameters.map(
		(one) =>
			html`<tr><th scope="row"><code>${one.name}</code> <small>${one.in}${one.required ? "" : ", optional"}</small></th><td>${describeType(one.schema)}</td><td>${prose(one.description ?? "")}</td></tr>`,
	)}</tbody></table></div>`;
}

function answer([status, { description, content = {} }]: [string, ResponseObject]) {
	const [type, body] = Object.entries(content)[0] ?? [];
	return html`<li><code>${status}</code> ${prose(description)} ${
		body?.schema === undefined
			? html`<small>${type ?? ""}</small>`
			: html`<small>${describeType(body.schema)}</small>`
	}</li>`;
}

/** The video id in example commands. */
const SAMPLE_VIDEO = "dQw4w9WgXcQ";
/** The first digits of the id's SHA-256. */
const SAMPLE_PREFIX = "5f6b";

const QUERIES: Record<string, string> = {
	"/api/search": "?q=climate",
	"/api/v1/lookup": `?ids=${SAMPLE_VIDEO}`,
};

/** The call as a single shell command. */
function curlLine(
	{ servers, components }: OpenApiDocument,
	method: string,
	path: string,
	operation: OperationObject,
): string {
	const origin = servers[0]?.url ?? "";
	const parts = ["curl"];
	if (method !== "get") parts.push(`-X ${method.toUpperCase()}`);
	if (operation.security.some((way) => "key" in way)) parts.push('-H "Authorization: Bearer $KEY"');
	else if (operation.security.length > 0) parts.push("-b jar");
	const body = operation.requestBody?.content["application/json"]?.schema;
	if (body !== undefined) {
		const value = sampleValue(resolve(body, components.schemas));
		parts.push('-H "Content-Type: application/json"');
		parts.push(`-d '${JSON.stringify(value).replaceAll("'", "'\\''")}'`);
	}
	const streams = Object.values(operation.responses).some(
		({ content }) => content !== undefined && "text/event-stream" in content,
	);
	if (streams) parts.push("-N");
	const filled = path
		.replace("/videos/{id}", `/videos/${SAMPLE_VIDEO}`)
		.replace("{prefix}", SAMPLE_PREFIX)
		.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
	parts.push(`"${origin}${filled}${QUERIES[path] ?? ""}"`);
	return parts.join(" ");
}

function resolve(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
	if (typeof schema.$ref !== "string") return schema;
	return schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {};
}

const WELL_KNOWN: Record<string, string> = {
	url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
	email: "you@example.org",
	password: "a long passphrase",
	full_name: "Your Name",
	name: "My program",
	body: "Our response to the analysis.",
	token: "the token of the link",
};

/** An example value for the schema, with required fields only. */
function sampleValue(schema: JsonSchema, name = ""): unknown {
	const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
	if (choices?.[0] !== undefined) return sampleValue(choices[0], name);
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	switch (schema.type) {
		case "object":
			return sampleObject(schema);
		case "array":
			return [sampleValue((schema.items ?? {}) as JsonSchema, name)];
		case "boolean":
			return true;
		case "integer":
		case "number":
			return 1;
		default:
			return WELL_KNOWN[name] ?? "…";
	}
}

function sampleObject(schema: JsonSchema): Record<string, unknown> {
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = (schema.required ?? []) as string[];
	// The link is optional in the schema, because the site validates it with its own messages. The
	// example must still include it.
	const wanted = Object.keys(properties).filter(
		(name) => required.includes(name) || name === "url",
	);
	return Object.fromEntries(
		wanted.map((name) => [name, sampleValue(properties[name] ?? {}, name)]),
	);
}

/** Renders a sentence; backticks mark code. */
function prose(text: string) {
	return text.split("`").map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
}
