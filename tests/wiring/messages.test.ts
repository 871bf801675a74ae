import {afterEach, beforeEach, expect, it} from 'vitest'
import {requireQuota, tooLarge} from '../../server/digitalAsset/rules'
import {speak, spokenMessage} from '../../src/domain/language'
import {speakIn} from '../../src/wiring/session/spokenLanguage'

beforeEach(() => speakIn('de'))
afterEach(() => speak({}))

it.each([
  [
    'a file that is too large',
    () => tooLarge(1.5 * 1024 ** 3),
    'Die Datei ist zu groß: höchstens 1,5 GiB werden angenommen.',
  ],
  [
    'a full quota',
    () => requireQuota(1000, 2100, 2500),
    'Die Organisation hat keinen Platz für diese Datei: 2,05 KiB von 2,44 KiB sind belegt.',
  ],
])('the refusal of %s is told in German', (_what, refusal, german) => {
  expect(spokenMessage(messageOf(refusal))).toBe(german)
})

function messageOf(refusal: () => unknown): string {
  try {
    const refused = refusal()
    return refused instanceof Error ? refused.message : ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
