import type {FastifyInstance} from 'fastify'
import {runBeside} from './app/lifecycle'
import {type AppOptions, withDefaults} from './app/options'
import {registerRoutes} from './app/routes'
import {createServices} from './app/services'
import {createWebServer} from './app/webServer'

/** Builds the whole server on a database. It does not listen yet. `close` ends it, but not the database. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const settings = withDefaults(options)
  const web = await createWebServer(settings, (...asked) => services.sessions.findAsking(...asked))
  const services = await createServices(settings, web)
  runBeside(settings, web, services)
  await registerRoutes(settings, web, services)
  return web.app
}
