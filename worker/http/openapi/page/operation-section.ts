import { html } from "hono/html";
import type {
	OpenApiDocument,
	OperationObject,
	Parameter,
	ResponseObject,
} from "../document.ts";
import { curlLine } from "./curl-line.ts";
import { prose } from "./prose.ts";
import { schemaTable, typeOf } from "./schema-section.ts";

/** One call: what it is for, what it takes, what it answers, and a command that makes it. */
export function operationSection(
	document: OpenApiDocument,
	method: string,
	path: string,
	operation: OperationObject,
) {
	const { operationId, summary, description, parameters = [] } = operation;
	const body = operation.requestBody?.content["application/json"]?.schema;
	return html`<section id="${operationId}">
<h3>${summary}</h3>
<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${path}</code> <span class="access">${accessOf(operation)}</span></p>
${description === undefined ? "" : html`<p>${prose(description)}</p>`}
${parameters.length === 0 ? "" : parameterTable(parameters)}
${body === undefined ? "" : html`<h4>Body${operation.requestBody?.required ? "" : ", optional"}</h4>${schemaTable(body)}`}
<h4>Answers</h4>
<ul class="answers">${Object.entries(operation.responses).map(answer)}</ul>
<pre tabindex="0"><code>${curlLine(document, method, path, operation)}</code></pre>
</section>`;
}

function accessOf({ security }: OperationObject): string {
	if (security.length === 0) return "open to everyone";
	return security.some((way) => "key" in way)
		? "API key or session"
		: "session only";
}

function parameterTable(parameters: Parameter[]) {
	return html`<div class="scroll" tabindex="0" role="group" aria-label="Parameters"><table><thead><tr><th scope="col">Parameter</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${parameters.map(
		(one) =>
			html`<tr><th scope="row"><code>${one.name}</code> <small>${one.in}${one.required ? "" : ", optional"}</small></th><td>${typeOf(one.schema)}</td><td>${prose(one.description ?? "")}</td></tr>`,
	)}</tbody></table></div>`;
}

function answer([status, { description, content = {} }]: [
	string,
	ResponseObject,
]) {
	const [type, body] = Object.entries(content)[0] ?? [];
	return html`<li><code>${status}</code> ${prose(description)} ${
		body?.schema === undefined
			? html`<small>${type ?? ""}</small>`
			: html`<small>${typeOf(body.schema)}</small>`
	}</li>`;
}
