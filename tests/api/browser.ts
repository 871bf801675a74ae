import axios, {type AxiosAdapter, AxiosError} from 'axios'

export interface Browser {
  transport: AxiosAdapter
  /** Every request that left, as `METHOD path`. */
  requests: string[]
  cookies: Map<string, string>
  /** Requests that reach nobody. */
  cut: Set<string>
  /** Answers that are delivered later than they are given. */
  held: Map<string, Promise<void>>
}

/** Sends and keeps cookies as a browser does, which Node's requests don't. Tabs of one browser share it. */
export function createBrowser(): Browser {
  const cookies = new Map<string, string>()
  const requests: string[] = []
  const cut = new Set<string>()
  const held = new Map<string, Promise<void>>()
  const send = axios.getAdapter('http')
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const transport: AxiosAdapter = async config => {
    const request = `${config.method?.toUpperCase()} ${config.url}`
    requests.push(request)
    if (cut.has(request)) throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config)
    config.headers.set('Cookie', cookieHeader())
    try {
      const response = await send(config)
      keep(response.headers['set-cookie'])
      return response
    } catch (error) {
      if (axios.isAxiosError(error)) keep(error.response?.headers['set-cookie'])
      throw error
    } finally {
      await held.get(request)
    }
  }

  return {transport, requests, cookies, cut, held}

  function keep(lines: string[] = []): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
  }
}
