import {alarmRoutesFrom, targetsByStep} from '../../contract/rules/alarmRoutes'
import type {Json} from '../../contract/wire/common'
import {type Evaluate, TooCostly} from '../evaluation/evaluations'
import {badRequest} from '../http/failures/errors'
import type {BodyTemplate, tryTemplates} from './wording/template'

/** The limits in one organisation; a template counts once however many targets have it. */
const MAX_TEMPLATES = 40
const MAX_LENGTH = 100_000

/** Throws 400 unless each template in the routes of an organisation makes a body of every message. All are tried in one evaluation. */
export async function requireTemplates(
  organisationId: string,
  routes: Json,
  evaluate: Evaluate<typeof tryTemplates>,
): Promise<void> {
  const templates = templatesOf(routes)
  if (templates.length === 0) return
  const length = templates.reduce((sum, {template}) => sum + template.length, 0)
  if (templates.length > MAX_TEMPLATES || length > MAX_LENGTH) throw badRequest(TOO_MANY)
  const fault = await evaluate(organisationId, templates).catch(error => {
    if (!(error instanceof TooCostly)) throw error
    throw badRequest(`${templates.map(({place}) => place).join(', or ')}: ${error.message}`.slice(0, MESSAGE_LENGTH))
  })
  if (fault !== undefined) throw badRequest(fault)
}

const TOO_MANY = `The HTTP calls have more than ${MAX_TEMPLATES} different templates, or ${MAX_LENGTH} characters of them.`
const MESSAGE_LENGTH = 1000

/** The templates that are sent with, each with the first place that has it. */
function templatesOf(value: Json): (BodyTemplate & {place: string})[] {
  const found = new Map<string, BodyTemplate & {place: string}>()
  for (const route of alarmRoutesFrom(value).routes) {
    for (const [step, called] of targetsByStep(route).entries()) {
      for (const target of called) {
        if (target.kind !== 'http') continue
        const {contentType, body: template} = target
        const place = `The HTTP call of the route “${route.name}”${step === 0 ? '' : `, escalation ${step}`}`
        const key = JSON.stringify([contentType, template])
        if (!found.has(key)) found.set(key, {place, contentType, template})
      }
    }
  }
  return [...found.values()]
}
