/** The texts of notifications in browsers besides those of `ALARM_EMAIL`. */
export const PUSHED = {
  test: 'Test of notifications',
  testBody: 'Alarms will reach you here.',
  acknowledged: 'Acknowledged',
  stale: 'Not acknowledged: the alarm has changed since. Open it to see how it is now.',
  refused: 'Not acknowledged: the link is not valid any more, or you may not acknowledge. Open the alarm.',
  unreachable: 'Not acknowledged: there is no connection to the server. Try again, or open the alarm.',
}
