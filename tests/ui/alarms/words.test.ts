import {describe, expect, it} from 'vitest'
import {OFF} from '../../../contract/rules/thresholds'
import {silenceText} from '../../../src/ui/alarms/words'

describe('an alarm of silence', () => {
  const threshold = {...OFF, silentAfter: 900_000}

  it('says for how long no value has come at least, and never that there are none', () => {
    expect(silenceText({severity: 'critical', threshold})).toBe('Silent for over 15 min')
    expect(silenceText({severity: null, threshold})).toBe('Was silent for over 15 min')
    expect(silenceText({severity: 'critical', threshold: null})).toBe('Silent')
  })
})
