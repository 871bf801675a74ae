import {Outlet} from 'react-router-dom'
import {TITLE} from '../../../contract/limits'
import {NavigationBar} from './NavigationBar'

/** Surrounds every screen of signed-in users. */
export function Shell() {
  return (
    <>
      <title>{TITLE}</title>
      <NavigationBar />
      <main>
        <Outlet />
      </main>
    </>
  )
}
