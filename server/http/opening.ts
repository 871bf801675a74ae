import type {FastifyPluginAsync, FastifyRequest} from 'fastify'
import {OPENING_DEVICES} from '../../contract/limits'
import {readOffer} from '../../contract/wire/capabilities'
import {errorBody} from '../../contract/wire/common'
import {readOpening} from '../../contract/wire/opening'
import {readOwnPreferences} from '../../contract/wire/people/preferences'
import {readCurrentUser} from '../../contract/wire/people/user'
import {readOverview} from '../../contract/wire/telemetry/telemetry'
import {unparsed} from './json'
import {serving} from './serve'

const CALLS = [readCurrentUser, readOffer, readOwnPreferences].map(({path}) => path)
const DEVICES = `${readOverview.path}?at_most=${OPENING_DEVICES}`

/** Each call is made as if the page had made it itself, so that it is allowed, counted and answered alike. */
export const openingRoutes: FastifyPluginAsync = async app => {
  const serve = serving(app, 'system')

  serve({...readOpening, refusals: {400: errorBody}}, async ({query, headers, socket}, reply) => {
    const urls = query.devices === undefined ? CALLS : [...CALLS, DEVICES]
    const answers = await Promise.all(urls.map(url => answerOf(url, {headers, socket})))
    return unparsed(reply).send(Object.fromEntries(answers.filter(answer => answer !== null)))
  })

  async function answerOf(url: string, {headers, socket}: Pick<FastifyRequest, 'headers' | 'socket'>) {
    const {statusCode, payload} = await app.inject({
      url,
      headers: {...headers, 'accept-encoding': 'identity'},
      remoteAddress: socket.remoteAddress ?? '',
    })
    return statusCode === 200 ? [url.replace(/\?.*/, ''), JSON.parse(payload)] : null
  }
}
