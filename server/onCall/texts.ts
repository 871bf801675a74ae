import {TITLE} from '../../contract/limits'

/** The texts of the emails about gaps in a rota. */
export const GAP_EMAIL = {
  subject: (rota: string, from: string) => `${TITLE}: nobody is on call in ${rota} from ${from}`,
  gap: (rota: string, from: string, until: string) =>
    `Nobody is on call in the rota “${rota}” from ${from} until ${until}.`,
  openGap: (rota: string, from: string) => `Nobody is on call in the rota “${rota}” from ${from} on.`,
  what: 'Alarms that go to it then go to the next step of their route, and to the admins of the organisation if nobody is left.',
  open: 'Open the rotas',
  why: 'You receive this mail because you are an admin of the organisation.',
}
