import {afterEach, describe, expect, it} from 'vitest'
import {loadTranslation} from '../../../contract/languages/languages'
import {auditCsv} from '../../../src/domain/console/auditCsv'
import {speak} from '../../../src/domain/language'
import {auditEntry} from '../../support/auditEntry'

describe('the file of the audit trail', () => {
  afterEach(() => speak({}))

  it('says of each entry when, who, from where, what and of what, and runs no formula', () => {
    const file = auditCsv([
      auditEntry({at: Date.UTC(2026, 0, 15, 12), entityName: '=1+1', detail: {fields: ['name', 'label']}}),
      auditEntry({at: 0, userId: null, email: null, action: 'session.refused', entityType: null, entityId: null}),
    ])
    expect(file.split('\r\n')).toEqual([
      '\uFEFFTime (UTC),Who,User ID,Address,Action,Name of the action,Kind,Target,Entity ID,Organisation ID,Details',
      '2026-01-15T12:00:00.000Z,ada@works.test,u1,10.0.0.1,Device changed,device.updated,device,\'=1+1,d1,o1,"name, label"',
      '1970-01-01T00:00:00.000Z,,,10.0.0.1,Sign-in refused,session.refused,,Pump,,o1,',
      '',
    ])
  })

  it('speaks the language of the page', async () => {
    const translation = await loadTranslation('de')
    speak(translation?.areas ?? {})
    const [labels, entry] = auditCsv([auditEntry()]).split('\r\n')
    expect([labels?.startsWith('\uFEFFZeit (UTC),Wer,'), entry?.split(',')[4]]).toEqual([true, 'Gerät geändert'])
  })
})
