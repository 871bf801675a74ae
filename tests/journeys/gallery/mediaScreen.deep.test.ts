import {walkRoom} from '../support/gallery'

walkRoom('mediaScreen')
