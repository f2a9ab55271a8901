//! Values that the writer makes in groups: health, statistics, bounded lists.

use glassbox::inspect::{BoundedList, Error, Health, NodeHandle, StringHandle};

use super::kinds::Any;
use super::{Section, World};
use crate::scan::Value;

/// The health node among the items.
pub struct HealthItems {
    health: Health,
    node: usize,
    status: usize,
    message: Option<usize>,
}

/// A bounded list, and its entries among the items.
pub struct ListItems {
    list: BoundedList<[NodeHandle; 3]>,
    node: usize,
    entries: [Option<usize>; 3],
}

impl World<'_> {
    pub fn be_healthy(&mut self, under: usize, status: &str, message: Option<&str>) {
        if let Some(health) = self.health.take() {
            return self.set_health(health, status, message);
        }
        let (parent, node) = self.node(under);
        let created = self.operate(Section::One, |writer| writer.create_health(node, -5));
        let Some(health) = created else { return };
        let node = self.add_item(parent, "fuchsia.inspect.Health", Value::Node(Vec::new()), Any::Node(health.node));
        self.add_item(Some(node), "start_timestamp_nanos", Value::Int(-5), Any::Int(health.start));
        let starting = Value::Text("STARTING_UP".to_owned());
        let status = self.add_item(Some(node), "status", starting, Any::Text(health.status));
        self.health = Some(HealthItems { health, node, status, message: None });
    }

    /// Sets the health, unless the program has deleted or moved parts of it by other ways.
    pub fn set_health(&mut self, mut items: HealthItems, status: &str, message: Option<&str>) {
        let parts = [Some(items.node), Some(items.status), items.message];
        if parts.into_iter().flatten().any(|part| !self.items[part].alive) {
            if self.serials {
                let mut health = items.health;
                self.refuse(Error::StaleHandle, |writer| writer.set_health(&mut health, status, message));
            }
            return;
        }
        let health = &mut items.health;
        let done = self.operate(Section::One, |writer| match (status, message) {
            ("OK", None) => writer.set_health_ok(health),
            ("UNHEALTHY", Some(message)) => writer.set_health_unhealthy(health, message),
            _ => writer.set_health(health, status, message),
        });
        if done.is_some() {
            self.items[items.status].value = Value::Text(status.to_owned());
            let text = message.map(|message| Value::Text(message.to_owned()));
            items.message = match (items.message, text) {
                (None, None) => None,
                (Some(old), Some(text)) => {
                    self.items[old].value = text;
                    Some(old)
                }
                (Some(old), None) => {
                    self.gone(old, false);
                    assert_eq!(items.health.message, StringHandle::NULL);
                    None
                }
                (None, Some(text)) => {
                    Some(self.add_item(Some(items.node), "message", text, Any::Text(items.health.message)))
                }
            };
        }
        self.health = Some(items);
    }

    pub fn count_stats(&mut self, under: usize) {
        const NAMES: [&str; 8] = [
            "current_size",
            "maximum_size",
            "utilization_per_ten_k",
            "total_dynamic_children",
            "allocated_blocks",
            "deallocated_blocks",
            "failed_allocations",
            "dropped_updates",
        ];
        let Some((stats, first)) = self.stats.take() else {
            let (parent, node) = self.node(under);
            if let Some(stats) = self.operate(Section::One, |writer| writer.create_stats(node, 7)) {
                let node = Any::Node(stats.node);
                let node = self.add_item(parent, "fuchsia.inspect.Stats", Value::Node(Vec::new()), node);
                let values = self.statistics();
                for ((name, value), property) in NAMES.into_iter().zip(values).zip(stats.properties) {
                    self.add_item(Some(node), name, Value::Uint(value), Any::Uint(property));
                }
                self.stats = Some((stats, node + 1));
            }
            return;
        };
        let properties = first..first + 8;
        if properties.clone().any(|property| !self.items[property].alive) {
            if self.serials {
                self.refuse(Error::StaleHandle, |writer| writer.update_stats(&stats, 7));
            }
            return;
        }
        self.operate(Section::One, |writer| writer.update_stats(&stats, 7)).unwrap();
        for (property, value) in properties.zip(self.statistics()) {
            self.items[property].value = Value::Uint(value);
        }
        self.stats = Some((stats, first));
    }

    /// What the statistics should say.
    pub fn statistics(&self) -> [u64; 8] {
        let (current, maximum) = (self.writer.current_size() as u64, self.writer.maximum_size() as u64);
        let links = self.items.iter().filter(|item| item.alive && matches!(item.handle, Any::Link(_))).count();
        let (allocated, deallocated) = (self.writer.allocated_blocks(), self.writer.deallocated_blocks());
        [current, maximum, current * 10_000 / maximum, links as u64, allocated, deallocated, self.failed, 7]
    }

    pub fn push(&mut self, under: usize, values: usize) {
        if !self.serials {
            // The program deletes entries by other ways, and the list could not tell.
            return;
        }
        let Some(mut list) = self.list.take() else {
            let (parent, node) = self.node(under);
            if let Some(node) = self.operate(Section::One, |writer| writer.create_node(node, "list")) {
                let list = BoundedList::new(node, [NodeHandle::ROOT; 3]).unwrap();
                let node = self.add_item(parent, "list", Value::Node(Vec::new()), Any::Node(node));
                self.list = Some(ListItems { list, node, entries: [None; 3] });
            }
            return;
        };
        if !self.items[list.node].alive {
            return self.refuse(Error::StaleHandle, |writer| writer.push_entry(&mut list.list, |_, _| Ok(())));
        }
        let name = list.list.next().to_string();
        let entry = &mut list.entries[(list.list.next() % 3) as usize];
        let mut created = Vec::new();
        let pushed = self.writer.push_entry(&mut list.list, |writer, node| {
            for value in 0..values {
                created.push(writer.create_uint(node, &name, value as u64)?);
            }
            Ok(())
        });
        self.section();
        if let Some(old) = entry.take().filter(|old| self.items[*old].alive) {
            self.gone(old, true);
        }
        match pushed {
            Ok(node) => {
                let node = self.add_item(Some(list.node), &name, Value::Node(Vec::new()), Any::Node(node));
                for (value, handle) in (0..).zip(created) {
                    self.add_item(Some(node), &name, Value::Uint(value), Any::Uint(handle));
                }
                *entry = Some(node);
            }
            Err(reason) => {
                assert_eq!(reason, Error::Full);
                self.failed += 1;
            }
        }
        self.list = Some(list);
    }
}
