import type { Locale } from '@agora/contract/shared/locale';
import { LOCALES } from '@agora/contract/shared/locales';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** The supported language that the browser or phone prefers, by its Accept-Language header (RFC 9110, 12.5.4). */
export const preferredLocale = (request: FastifyRequest, otherwise: Locale): Locale =>
  new Negotiator(request.raw)
    .languages()
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag): tag is Locale => LOCALES.some((locale) => locale === tag)) ?? otherwise;
