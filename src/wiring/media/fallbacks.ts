import {isPulsewall} from '../../../contract/rules/offer'
import {loadFallbacks} from '../../api/media/fallbacks'
import {FALLBACK} from '../../domain/listRules'
import type {FallbackVideos} from '../../domain/media/fallbacks'
import {fallbacksMachine, fallbackVideosMachine} from '../../machines/media/fallbacks'
import {fallbackMachine} from '../../machines/media/lists'
import {connected} from '../../machines/ports'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {createListLogic} from '../lists'
import {resourceSources} from '../resource'

export function createFallbacksLogic(connections: Connections): typeof fallbacksMachine {
  const {http} = connections
  return connected(fallbacksMachine)({
    actors: {
      list: createListLogic(connections, {machine: fallbackMachine, rules: FALLBACK}),
      videos: connected(fallbackVideosMachine)({
        actors: {
          ...resourceSources(connections),
          load: ask(http, async (_, {question: {organisationId}, offer}, options) =>
            organisationId !== null && isPulsewall(offer)
              ? await loadFallbacks(http, {organisationId}, options)
              : NOTHING,
          ),
        },
      }),
    },
  })
}

/** Other servers have no fallback. */
const NOTHING: FallbackVideos = new Map()
