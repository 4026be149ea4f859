import { html } from "hono/html";
import type { OpenApiDocument, OperationObject } from "../document.ts";
import { operationSection } from "./operation-section.ts";
import { prose } from "./prose.ts";
import { schemaSection } from "./schema-section.ts";

type Listed = { method: string; path: string; operation: OperationObject };

/** The document as a page that needs no script. */
export function referencePage(document: OpenApiDocument) {
	const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			method,
			path,
			operation,
		})),
	);
	const under = (tag: string) =>
		listed.filter(({ operation }) => operation.tags.includes(tag));
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · BS Detector</title>
<meta name="description" content="Every call of the BS Detector API, with its schemas and a command that makes it.">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/reference.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a href="/">BS Detector</a><a href="/api">About the API</a><a href="/api/openapi.json">OpenAPI 3.1</a></header>
<div class="columns">
<nav aria-label="Reference">${document.tags.map(
		({ name }) =>
			html`<p><a href="#${anchorOf(name)}">${name}</a></p><ul>${under(name).map(menuEntry)}</ul>`,
	)}<p><a href="#schemas">Schemas</a></p></nav>
<main id="main" tabindex="-1">
<h1>API reference</h1>
<p>${prose(document.info.description)}</p>
<h2>Signing in with a key</h2>
<p>Create an API key on your <a href="/account">account page</a>; it is shown once. Send it with every call that asks for one:</p>
<pre tabindex="0"><code>export KEY=bsd_…
curl -H "Authorization: Bearer $KEY" "${document.servers[0]?.url ?? ""}/api/me"</code></pre>
<p>Calls for a session only take the cookie of a sign-in, which curl keeps with <code>-c jar</code> and brings with <code>-b jar</code>.</p>
${document.tags.map(
	({
		name,
		description,
	}) => html`<h2 id="${anchorOf(name)}">${name}</h2><p>${prose(description)}</p>
${under(name).map(({ method, path, operation }) => operationSection(document, method, path, operation))}`,
)}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => schemaSection(name, schema))}
</main>
</div>
</body>
</html>`;
}

function anchorOf(chapter: string): string {
	return `chapter-${chapter.toLowerCase().replaceAll(" ", "-")}`;
}

function menuEntry({ method, path, operation }: Listed) {
	return html`<li><a href="#${operation.operationId}" title="${method.toUpperCase()} ${path}">${operation.summary}</a></li>`;
}
