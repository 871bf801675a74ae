import {screen} from '@testing-library/react'
import type {ReactNode} from 'react'
import {createActor} from 'xstate'
import {recordMachine} from '../../../src/machines/console/record/record'
import {recordListMachine} from '../../../src/machines/console/recordList'
import {toastsMachine} from '../../../src/machines/shell/toasts'
import {type ConsoleLogic, ConsoleProvider} from '../../../src/ui/console/logic'
import {linkOffering} from '../../machines/quietLink'
import {PULSEWALL} from '../../support/offer'
import {openPage, userOf} from '../world'
import {quietParts} from './quietParts'

/** A part of a record's page by itself; `tell` announces its outcomes. */
export async function openPart(partsOf: (tell: (text: string) => void) => Partial<typeof quietParts>, part: ReactNode) {
  const toasts = createActor(toastsMachine).start()
  const logic: ConsoleLogic = {
    record: recordMachine,
    recordList: recordListMachine,
    storedDraft: () => null,
    ...quietParts,
    ...partsOf(text => toasts.send({type: 'outcome.reported', kind: 'done', text})),
  }
  const page = openPage({
    at: '/sys_admin',
    loadCurrentUser: async () => userOf('SYS_ADMIN'),
    toasts,
    link: linkOffering(PULSEWALL),
    screens: {
      console: async () => () => <ConsoleProvider value={logic}>{part}</ConsoleProvider>,
    },
  })
  await screen.findAllByRole('heading', {level: 2})
  return page
}
