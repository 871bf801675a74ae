import {failureOf} from '../domain/failure'
import {textsOf} from '../domain/language'

export const hintTexts = textsOf('machines.hint', {
  notReached: 'The server can’t be reached right now. What you typed is kept.',
})

export const failureHint = (error: unknown): string | null =>
  failureOf(error).kind === 'unreachable' ? hintTexts.notReached : null
