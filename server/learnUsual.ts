import {MAX_TS} from '../contract/limits'
import {createAttributeReader} from './attribute/repository'
import {openPlace} from './backup/place'
import {connectDatabase} from './database/connect'
import {StartRefused} from './database/startRefused'
import {readEnvironment} from './environment'
import {rollUpSteps} from './telemetry/rollups/rollUps'
import {learnSteps} from './usual/learning'
import {forgetLearned} from './usual/repository'
import {createZones} from './usual/zones'

/**
 * `npm run learn-usual`: learns the usual values of each series again from the hours that are over. When it is broken
 * off, a server or the next run goes on.
 */
export async function learnUsualCommand(
  parameters: readonly string[],
  variables: NodeJS.ProcessEnv,
  say: (line: string) => void,
) {
  if (parameters.length > 0) throw new StartRefused('It takes nothing: npm run learn-usual')
  const place = await openPlace(readEnvironment(variables), {create: false})
  try {
    const database = await connectDatabase(place.url, {max: 2})
    try {
      // Only hours that are rolled up are learned, and those of an import are not until the next full hour.
      for await (const _ of rollUpSteps(database));
      await forgetLearned(database.pool)
      const zonesOf = createZones(database, createAttributeReader(database))
      let hours = 0
      for await (const learned of learnSteps({database, zonesOf, until: MAX_TS})) hours += learned
      say(`Learned ${hours.toLocaleString('en')} hours of series anew.`)
    } finally {
      await database.close()
    }
  } finally {
    await place.close()
  }
}
