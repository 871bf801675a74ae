/** The result of one check. `wrong` makes the command fail. */
export interface Finding {
  state: 'ok' | 'warning' | 'wrong'
  text: string
}

export const ok = (text: string): Finding => ({state: 'ok', text})
export const warning = (text: string): Finding => ({state: 'warning', text})
export const wrong = (text: string): Finding => ({state: 'wrong', text})

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const RESTORE = 'Look at the disk, and restore the newest backup into a new folder.'
