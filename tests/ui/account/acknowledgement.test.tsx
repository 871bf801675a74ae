import {cleanup, screen} from '@testing-library/react'
import {afterEach, expect, it} from 'vitest'
import {acknowledgementMachine} from '../../../src/machines/account/account'
import {Acknowledgement} from '../../../src/ui/account/Acknowledgement'
import {refused} from '../../support/failures'
import {createSubmit, openAccountScreen, press} from './accountOnScreen'

afterEach(cleanup)

async function open(at: string, ...answers: (() => Promise<void>)[]) {
  const {sent, logic} = createSubmit<{token: string}>(...answers)
  const provided = acknowledgementMachine.provide({actors: {submit: logic}})
  openAccountScreen(at, {acknowledgement: () => <Acknowledgement logic={provided} />})
  await screen.findByRole('heading', {name: 'Acknowledge the alarm'})
  return sent
}

it('acknowledges by the token of the link, and only when asked to', async () => {
  const sent = await open('/acknowledgement?token=t1')
  expect(sent).toEqual([])
  press('Acknowledge')
  expect((await screen.findByRole('status')).textContent).toBe('The alarm is acknowledged.')
  expect(sent).toEqual([{token: 't1'}])
})

it('says who was first', async () => {
  const message = 'This alarm was acknowledged by ann@works.test at 2026-11-22 12:00:05 UTC.'
  await open('/acknowledgement?token=t1', () => Promise.reject(refused(409, message)))
  press('Acknowledge')
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

it('says when the link was cut', async () => {
  await open('/acknowledgement')
  expect(screen.getByRole('alert').textContent).toBe('Token is missing.Open the whole link of the mail.')
})
