import { contract } from 'virtual:contract';
import { URL_MAX } from '@agora/contract/shared/limits';
import { Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { getLocale } from '../../../platform/i18n.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useArticles } from '../../news/news.queries.ts';
import { linkText } from '../broadcasts.texts.ts';
import type { LinkKind } from './broadcast-values.ts';
import { t } from './broadcasts.compose.texts.ts';
import { LinkedArticle } from './linked-article.tsx';
import { RESULTS_MAX, SEARCH_DELAY_MS, SEARCH_LENGTH_MIN, SearchPicker } from './search-picker.tsx';
import type { BroadcastForm } from './text-panels.tsx';

const KINDS = ['none', 'home', 'daily', 'article', 'other'] as const satisfies readonly LinkKind[];

/** Target of a tap. */
export function LinkPanel({ form }: { form: BroadcastForm }) {
  const { link_kind, link } = form.values;
  const maySeeArticles = useAllowed(contract.news.readNews);
  /** Targets by kind, kept because arrow keys select every kind that they pass. */
  const [links, setLinks] = useState<Partial<Record<LinkKind, string>>>({});
  return (
    <Panel title={t.leadsTo} text={t.leadsToText}>
      <Stack miw={0}>
        <Radio.Group
          aria-label={t.leadsTo}
          value={link_kind}
          onChange={(kind) => {
            setLinks({ ...links, [link_kind]: link });
            form.setValues({ link_kind: kind, link: links[kind] ?? '' });
            form.clearFieldError('link');
          }}
        >
          <SimpleGrid minColWidth="11rem" autoFlow="auto-fit" spacing="sm">
            {KINDS.filter((kind) => maySeeArticles || kind !== 'article' || kind === link_kind).map(
              (kind) => (
                <Radio key={kind} value={kind} label={linkText(kind)} />
              ),
            )}
          </SimpleGrid>
        </Radio.Group>
        {link_kind === 'article' && <ArticlePicker form={form} />}
        {link_kind === 'other' && (
          <TextInput
            label={t.linkAddress}
            description={t.linkHint}
            inputMode="url"
            autoComplete="off"
            maxLength={URL_MAX}
            {...form.getInputProps('link')}
          />
        )}
      </Stack>
    </Panel>
  );
}

function ArticlePicker({ form }: { form: BroadcastForm }) {
  const maySeeArticles = useAllowed(contract.news.readNews);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const isOn = search.length >= SEARCH_LENGTH_MIN;
  const { data } = useArticles({ status: 'published', search, limit: RESULTS_MAX }, { isOn });
  const articles = data?.body.data.map(({ slug, titles }) => ({
    id: slug,
    label: titles[getLocale()] ?? titles.fr ?? titles.en ?? slug,
    description: `/news/${slug}`,
  }));
  return (
    <div>
      {form.values.link && (
        <Text mb="sm" style={{ overflowWrap: 'anywhere' }}>
          <LinkedArticle link={form.values.link} />
        </Text>
      )}
      {maySeeArticles && (
        <SearchPicker
          label={t.findArticle}
          error={form.errors['link']}
          query={typed}
          onType={setTyped}
          onBlur={() => void form.validateField('link')}
          results={isOn ? articles : undefined}
          onPick={({ id }) => {
            form.setFieldValue('link', `/news/${id}`);
            form.clearFieldError('link');
            setTyped('');
          }}
        />
      )}
    </div>
  );
}
