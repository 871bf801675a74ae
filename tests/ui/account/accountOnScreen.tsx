import {fireEvent, screen} from '@testing-library/react'
import type {ComponentType} from 'react'
import {fromPromise} from 'xstate'
import type {ScreenName} from '../../../src/ui/kit/application'
import {refused} from '../../support/failures'
import {openPage} from '../world'

/** Opens an account screen for somebody without a session. */
export function openAccountScreen(at: string, screens: Partial<Record<ScreenName, ComponentType>>) {
  return openPage({
    at,
    loadCurrentUser: () => Promise.reject(refused(401)),
    screens: Object.fromEntries(Object.entries(screens).map(([name, Screen]) => [name, async () => Screen])),
  })
}

/** Calls that answer in turn, the last answer for good, and their inputs. */
export function createSubmit<Values>(...answers: (() => Promise<void>)[]) {
  const sent: Values[] = []
  const logic = fromPromise<void, {values: Values}>(({input}) => {
    sent.push(input.values)
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    return answer === undefined ? Promise.resolve() : answer()
  })
  return {sent, logic}
}

export function type(label: string, value: string): HTMLElement {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, {target: {value}})
  return field
}

export const press = (name: string) => fireEvent.click(screen.getByRole('button', {name}))

/** The value of a field, its problem and whether it has the focus. */
export function field(label: string) {
  const input = screen.getByLabelText(label)
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
  const texts = described.map(id => document.getElementById(id)).filter(text => text?.id.endsWith('-error'))
  return {
    value: input instanceof HTMLInputElement ? input.value : null,
    problem: input.getAttribute('aria-invalid') === 'true' ? texts.map(text => text?.textContent).join() : null,
    hasFocus: document.activeElement === input,
  }
}
