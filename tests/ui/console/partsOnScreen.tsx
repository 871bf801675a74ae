import {screen} from '@testing-library/react'
import type {ReactNode} from 'react'
import {createActor} from 'xstate'
import {announcerMachine} from '../../../src/machines/console/announcer'
import {recordMachine} from '../../../src/machines/console/record'
import {recordListMachine} from '../../../src/machines/console/recordList'
import {Announcements} from '../../../src/ui/console/Announcements'
import {type ConsoleLogic, ConsoleProvider} from '../../../src/ui/console/logic'
import {openPage, userOf} from '../world'
import {quietParts} from './quietParts'

/** A part of a record's page by itself; `tell` announces what was done. */
export async function openPart(partsOf: (tell: (text: string) => void) => Partial<typeof quietParts>, part: ReactNode) {
  const announcer = createActor(announcerMachine).start()
  const logic: ConsoleLogic = {
    record: recordMachine,
    recordList: recordListMachine,
    announcer,
    keptDraft: () => null,
    ...quietParts,
    ...partsOf(text => announcer.send({type: 'done.told', text})),
  }
  const page = openPage({
    at: '/sys_admin',
    loadCurrentUser: async () => userOf('SYS_ADMIN'),
    screens: {
      console: async () => () => (
        <ConsoleProvider value={logic}>
          {part}
          <Announcements />
        </ConsoleProvider>
      ),
    },
  })
  await screen.findAllByRole('heading', {level: 2})
  return page
}
