import {act, cleanup, configure, fireEvent, screen} from '@testing-library/react'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {fromPromise} from 'xstate'
import {verificationMachine} from '../../../src/machines/account/verification'
import {Verification} from '../../../src/ui/account/Verification'
import {askedOnce} from '../../../src/wiring/account/account'
import {refused, unreachable} from '../../support/failures'
import {openAccountScreen} from './accountOnScreen'

afterEach(() => {
  cleanup()
  configure({reactStrictMode: false})
  vi.useRealTimers()
})

const VERIFIED = 'Account successfully verified. Redirecting to login...'

async function openVerification(at: string, ...answers: (() => Promise<void>)[]) {
  const asked: string[] = []
  const verify = askedOnce(token => {
    asked.push(token)
    return answers[Math.min(asked.length, answers.length) - 1]?.() ?? Promise.resolve()
  })
  const provided = verificationMachine.provide({
    actors: {verifyEmail: fromPromise(({input}) => verify(input.token))},
  })
  const page = openAccountScreen(at, {verification: () => <Verification logic={provided} />})
  await screen.findByRole('heading', {name: 'Verify your email'})
  return {...page, asked}
}

describe('the verification', () => {
  it('counts three seconds for the eye alone and leads to the login', async () => {
    let answer = () => {}
    const verifying = new Promise<void>(resolve => {
      answer = resolve
    })
    const {asked, path} = await openVerification('/verification?token=t1', () => verifying)
    vi.useFakeTimers()
    await act(async () => answer())
    const done = screen.getByText(VERIFIED)
    const pass = () => act(async () => void vi.advanceTimersByTime(1000))
    const count = (seconds: number) => screen.getByText(`In ${seconds} s`).getAttribute('aria-hidden')
    expect([count(3), done.closest('[role=status]')]).toEqual(['true', document.activeElement])
    await pass()
    expect(count(2)).toBe('true')
    await pass()
    expect([count(1), path()]).toEqual(['true', '/verification'])
    await pass()
    expect(path()).toBe('/login')
    expect(asked).toEqual(['t1'])
  })

  it('sends its token once even where React starts everything twice', async () => {
    configure({reactStrictMode: true})
    const {asked} = await openVerification('/verification?token=t1')
    await screen.findByText(VERIFIED)
    expect(asked).toEqual(['t1'])
  })

  it('says that it is going on', async () => {
    await openVerification('/verification?token=t1', () => new Promise(() => {}))
    expect(screen.getByRole('status').textContent).toBe('Verifying…')
  })

  it.each(['/verification', '/verification?token='])('says at %s that the token is missing', async at => {
    const {asked} = await openVerification(at)
    expect([screen.getByRole('alert').textContent, asked]).toEqual([
      'Verification token is missing.Open the whole link of the mail.',
      [],
    ])
  })

  it.each([
    [refused(400, 'This link is not valid any more.'), 'This link is not valid any more.'],
    [refused(400), 'Verification failed. Please try again.'],
  ])('ends with the ways on when it is refused with %s', async (error, text) => {
    await openVerification('/verification?token=t1', () => Promise.reject(error))
    expect((await screen.findByRole('alert')).textContent).toBe(
      `${text}If you have opened this link before, your account is verified already.`,
    )
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['/login', '/register'])
  })

  it.each([
    ['can’t be reached', unreachable, 'Verification failed. Please try again.'],
    ['is broken', refused(500), 'Verification failed. Please try again.'],
    ['is too busy', refused(429, 'Too many requests.'), 'Too many requests.'],
  ])('can be tried again when the server %s', async (_, error, text) => {
    const {asked} = await openVerification(
      '/verification?token=t1',
      () => Promise.reject(error),
      () => Promise.resolve(),
    )
    expect((await screen.findByRole('alert')).textContent).toBe(
      `${text}The server could not do it now. The link may still be good.`,
    )
    fireEvent.click(screen.getByRole('button', {name: 'Retry'}))
    await screen.findByText(VERIFIED)
    expect(asked).toEqual(['t1', 't1'])
  })
})
