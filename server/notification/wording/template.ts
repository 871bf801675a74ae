import {Liquid, type Template} from 'liquidjs'
import {samples, type TemplateValues} from './templateValues'

/** A template has no files, no code, and a limit to its cost. Unknown names are errors. */
const engine = new Liquid({
  templates: {},
  relativeReference: false,
  dynamicPartials: false,
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: true,
  lenientIf: true,
  parseLimit: 20_000,
  renderLimit: 1000,
  memoryLimit: 1_000_000,
})

export interface BodyTemplate {
  template: string
  contentType: string
}

/** The body that a template makes of a message, or why it makes none. */
export type Rendered = {body: string} | {fault: string}

/**
 * Both functions run in the threads of `server/evaluation` alone: the limits of the engine are looked at between two
 * tags, so that one filter may take minutes.
 */
export async function renderTemplate({
  template,
  contentType,
  values,
}: BodyTemplate & {values: TemplateValues}): Promise<Rendered> {
  const parsed = parse(template)
  return 'fault' in parsed ? parsed : render(parsed.tags, contentType, values)
}

/** The first fault of templates in a message of any kind, with the place of the template. */
export async function tryTemplates(
  templates: readonly (BodyTemplate & {place: string})[],
): Promise<string | undefined> {
  for (const {place, template, contentType} of templates) {
    const parsed = parse(template)
    if ('fault' in parsed) return `${place}: ${parsed.fault}`
    for (const {about, values} of SAMPLES) {
      const rendered = await render(parsed.tags, contentType, values)
      if ('fault' in rendered) return `${place}, for ${about}: ${rendered.fault}`
    }
  }
  return undefined
}

const SAMPLES = samples()

function parse(template: string): {tags: Template[]} | {fault: string} {
  try {
    return {tags: engine.parse(template)}
  } catch (error) {
    return {fault: faultOf(error)}
  }
}

async function render(tags: Template[], contentType: string, values: TemplateValues): Promise<Rendered> {
  try {
    const body: string = await engine.render(tags, values)
    if (/\bjson\b/.test(contentType)) JSON.parse(body)
    return {body}
  } catch (error) {
    return {fault: faultOf(error)}
  }
}

function faultOf(error: unknown): string {
  // Only the first of several lines says what is wrong.
  const reason = String(error instanceof Error ? error.message : error)
    .split('\n', 1)[0]
    ?.slice(0, 200)
  return error instanceof SyntaxError
    ? `The template makes no JSON: ${reason}. Write {{ title | json }} without quotes around it, and {{ notice.value | json }}, which is null where there is no value.`
    : `The template can’t be applied: ${reason}`
}
